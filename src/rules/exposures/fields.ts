export const FIELDS = `
default-priority-is-low | v1 | a task without a priority is MEDIUM
  POST /tasks +{} as task → 201 ; json ; /priority = "MEDIUM"
due-date-previous-day | v1 | the due date is the day that was sent
  POST /tasks +{dueDate: "2026-04-30"} as task → 201 ; json ; /dueDate = "2026-04-30"
due-date-with-time | v1 | the due date has no time
  POST /tasks +{dueDate: "2026-04-30"} as task → 201 ; json ; /dueDate = "2026-04-30"
labels-sorted | v1 | labels keep their order and duplicates
  POST /tasks +{labels: ["b", "a", "b"]} as task → 201 ; json ; /labels = ["b", "a", "b"]
missing-description-is-empty | v1 | an absent description is null
  POST /tasks +{} as task → 201 ; json ; /description = null
missing-labels-are-null | v1 | absent labels are an empty list | POST /tasks +{} as task → 201 ; json ; /labels = []
text-composed | v1 | a letter and its accent stay two characters
  POST /tasks +{description: "café"} as task → 201 ; json ; /description = "café"
text-escaped | v1 | a title is not escaped
  POST /tasks +{title: "a < b & c {run}"} as task → 201 ; json ; /title = "a < b & c {run}"
timestamps-with-milliseconds | v1 | timestamps have whole seconds
  POST /tasks +{} as task → 201 ; json ; /createdAt ~ /^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$/
title-trimmed | v1 | white space around a title is kept
  POST /tasks +{title: " Buy milk {run} "} as task → 201 ; json ; /title = " Buy milk {run} "
`
