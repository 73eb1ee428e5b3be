#!/usr/bin/env bash
# curl with --retry, as in its manual. It repeats all methods, but not after a connection that breaks.
# Does the task of the drill: creates 20 tasks, moves ten, reads all pages, and reads a task that does not exist.
failed=0

# Sends a request: the method, the path, and the JSON if there is one. Prints the response.
send() {
  curl --retry 7 --fail --silent --show-error -X "$1" "$TASKS_URL$2" \
    ${3:+-H 'Content-Type: application/json' --data "$3"}
}

# Prints a number of the response that it reads.
number() {
  grep -o "\"$1\":[0-9]*" | head -n 1 | cut -d : -f 2
}

ids=()
for n in $(seq -w 1 20); do
  response=$(send POST /tasks "{\"title\": \"Drill task $n\", \"status\": \"TODO\"}") || failed=1 response=
  ids+=("$(number id <<<"$response")")
done
for n in {0..9}; do
  title=$(printf 'Drill task %02d' $((n + 1)))
  status=$([ "$n" -lt 5 ] && echo IN_PROGRESS || echo DONE)
  [ -z "${ids[n]}" ] ||
    send PUT "/tasks/${ids[n]}" "{\"title\": \"$title\", \"status\": \"$status\"}" >/dev/null || failed=1
done
pages=10
for ((page = 0; page < pages; page++)); do
  response=$(send GET "/tasks?page=$page&size=2") || failed=1 response=
  total=$(number totalPages <<<"$response")
  pages=${total:-$pages}
done
send GET /tasks/999999 # This task does not exist, so 404 is right.
exit "$failed"
