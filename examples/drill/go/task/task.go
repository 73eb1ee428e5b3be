// Package task does the task of the drill: it creates 20 tasks, moves ten, reads all pages, and reads one that is missing.
package task

import (
	"cmp"
	"fmt"
	"os"
)

// Answer has the properties of a task and of a page that the task of the drill needs.
type Answer struct{ ID, TotalPages int }

// Do does the task. It reports a request that fails, and goes on with the next one.
func Do(send func(method, url, body string) (Answer, error)) {
	failures := 0
	attempt := func(method, path, body string) Answer {
		answer, err := send(method, os.Getenv("TASKS_URL")+path, body)
		if err != nil {
			failures++
			fmt.Fprintln(os.Stderr, method, path, err)
		}
		return answer
	}
	const task = `{"title": "Drill task %02d", "status": "%s"}`
	var ids [21]int
	for number := 1; number <= 20; number++ {
		ids[number] = attempt("POST", "/tasks", fmt.Sprintf(task, number, "TODO")).ID
	}
	for number := 1; number <= 10; number++ {
		if status := []string{"IN_PROGRESS", "DONE"}[(number-1)/5]; ids[number] != 0 {
			attempt("PUT", fmt.Sprint("/tasks/", ids[number]), fmt.Sprintf(task, number, status))
		}
	}
	for page, pages := 0, 10; page < pages; page++ {
		pages = cmp.Or(attempt("GET", fmt.Sprintf("/tasks?page=%d&size=2", page), "").TotalPages, pages)
	}
	send("GET", os.Getenv("TASKS_URL")+"/tasks/999999", "") // This task does not exist, so 404 is right.
	os.Exit(min(failures, 1))
}
