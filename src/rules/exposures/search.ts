export const SEARCH = `
search-drops-filters | v1 | a search also applies the filter status
  POST /tasks +{} as todo
  POST /tasks +{status: "DONE"} as done
  GET /tasks?search={run}&status=DONE → 200 ; json ; /content/*/id sorted = [{done.id}]
search-finds-any-word | v1 | a search does not find a task that contains only one of its words
  POST /tasks +{title: "Bread {run}"} as task
  GET /tasks?search=milk%20{run} → 200 ; json ; /content = []
search-finds-comments | v1 | a search does not find texts in comments
  POST /tasks/{task.id}/comments {text: "Call {run}"}
  GET /tasks?search=call%20{run} → 200 ; json ; /content = []
search-folds-only-ascii | v1 | a search for é finds É
  POST /tasks +{title: "Été {run}"} as task
  GET /tasks?search=%C3%A9t%C3%A9%20{run} → 200 ; json ; /content/*/id = [{task.id}]
search-has-wildcards | v1 | a % in a search stands for itself
  POST /tasks +{} as task
  GET /tasks?search=Task%25{run} → 200 ; json ; /content = []
search-index-outdated | v1 | a search finds the new title of a task
  POST /tasks +{title: "Milk {run}"} as task
  PUT /tasks/{task.id} +{title: "Bread {run}"}
  GET /tasks?search=Bread%20{run} → 200 ; json ; /content/*/id = [{task.id}]
search-is-case-sensitive | v1 | a search in small letters finds capital letters
  POST /tasks +{title: "MILK {run}"} as task
  GET /tasks?search=milk%20{run} → 200 ; json ; /content/*/id = [{task.id}]
search-skips-description | v1 | a search finds texts in descriptions
  POST /tasks +{description: "oats {run}"} as task
  GET /tasks?search=oats%20{run} → 200 ; json ; /content/*/id = [{task.id}]
search-skips-labels | v1 | a search finds texts in labels
  POST /tasks +{labels: ["home {run}"]} as task
  GET /tasks?search=home%20{run} → 200 ; json ; /content/*/id = [{task.id}]
`
