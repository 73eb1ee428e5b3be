export const LISTS = `
filters-joined-by-or | v1 | a list contains the tasks that match all filters
  POST /tasks +{status: "DONE", priority: "HIGH"} as both
  POST /tasks +{status: "DONE", priority: "LOW"} as done
  POST /tasks +{priority: "HIGH"} as high
  GET /tasks?search={run}&status=DONE&priority=HIGH → 200 ; json ; /content/*/id sorted = [{both.id}]
last-page-lacks-task | v1 | the last page contains the last task
  POST /tasks +{} as first, second, third
  GET /tasks?search={run}&size=2&page=1 → 200 ; json ; /content/*/id = [{third.id}]
list-ignores-direction | v1 | direction=desc reverses the order
  POST /tasks +{} as first, second
  GET /tasks?search={run}&direction=desc → 200 ; json ; /content/*/id = [{second.id}, {first.id}]
list-ignores-priority | v1 | the filter priority returns only tasks with this priority
  POST /tasks +{priority: "LOW"} as low
  POST /tasks +{priority: "HIGH"} as high
  GET /tasks?search={run}&priority=HIGH → 200 ; json ; /content/*/id sorted = [{high.id}]
list-ignores-status | v1 | the filter status returns only tasks with this status
  POST /tasks +{} as todo
  POST /tasks +{status: "DONE"} as done
  GET /tasks?search={run}&status=DONE → 200 ; json ; /content/*/id sorted = [{done.id}]
missing-dates-first | v1 | tasks without a due date come last
  POST /tasks +{} as undated
  POST /tasks +{dueDate: "2026-04-30"} as dated
  GET /tasks?search={run}&sort=dueDate → 200 ; json ; /content/*/id = [{dated.id}, {undated.id}]
page-counted-from-1 | v1 | page 1 is the second page
  POST /tasks +{} as first, second
  GET /tasks?search={run}&size=1&page=1 → 200 ; json ; /content/*/id = [{second.id}]
page-past-end-returns-404 | v1 | a page past the end is empty
  GET /tasks?search={run}&page=7 → json ; 200 (a page past the end returns 200) ; /content = []
size-ignored | v1 | a page has as many tasks as size says
  POST /tasks +{} as first, second
  GET /tasks?search={run}&size=1 → 200 ; json ; /content/*/id = [{first.id}]
status-sorted-by-name | v1 | TODO comes before DONE
  POST /tasks +{status: "DONE"} as done
  POST /tasks +{} as todo
  GET /tasks?search={run}&sort=status → 200 ; json ; /content/*/id = [{todo.id}, {done.id}]
ties-unstable | v1 | equal values are in the order of the ids, so pages do not overlap
  POST /tasks +{} as first, second, third
  GET /tasks?search={run}&sort=priority&size=2&page=1 → 200 ; json ; /content/*/id = [{third.id}]
title-order-ignores-case | v1 | titles are sorted by code point, so B comes before a
  POST /tasks +{title: "a {run}"} as lower
  POST /tasks +{title: "B {run}"} as upper
  GET /tasks?search={run}&sort=title → 200 ; json ; /content/*/id = [{upper.id}, {lower.id}]
total-elements-of-page | v1 | totalElements counts the tasks of all pages
  POST /tasks +{} as first, second
  GET /tasks?search={run}&size=1 → 200 ; json ; /totalElements = 2
total-pages-rounded-down | v1 | totalPages is rounded up
  POST /tasks +{} as first, second, third
  GET /tasks?search={run}&size=2 → 200 ; json ; /totalPages = 2
current-page-counted-from-1 | v1 | the first page has the number 0
  GET /tasks?search={run}&page=0 → 200 ; json ; /currentPage = 0
empty-board-has-page | v1 | an empty list has 0 pages | GET /tasks?search={run} → 200 ; json ; /totalPages = 0
largest-page-size-refused | v1 | a page size of 100 is accepted | GET /tasks?size=100 → json ; 200
list-without-comments | v1 | the tasks of a list have their comments
  GET /tasks?search={run} → 200 ; json ; /content/0/comments/*/id = [{comment.id}]
newest-first-by-default | v1 | without sort, tasks are in the order of their ids
  POST /tasks +{} as first, second
  GET /tasks?search={run} → 200 ; json ; /content/*/id = [{first.id}, {second.id}]
page-sorted-alone | v1 | a list is sorted before it is divided into pages
  POST /tasks +{} as first, second
  GET /tasks?search={run}&sort=id&direction=desc&size=1 → 200 ; json ; /content/*/id = [{second.id}]
priority-sorted-by-name | v1 | LOW comes before HIGH
  POST /tasks +{priority: "LOW"} as low
  POST /tasks +{priority: "HIGH"} as high
  GET /tasks?search={run}&sort=priority → 200 ; json ; /content/*/id = [{low.id}, {high.id}]
total-ignores-filters | v1 | totalElements counts the tasks that match the filter
  POST /tasks +{} as todo
  POST /tasks +{status: "DONE"} as done
  GET /tasks?search={run}&status=DONE → 200 ; json ; /totalElements = 1
`
