"""requests with tenacity, with a stop and a wait of its documentation. It repeats everything that fails."""

import requests
from task import do_task
from tenacity import retry, stop_after_attempt, stop_after_delay, wait_random_exponential


@retry(
    stop=(stop_after_delay(10) | stop_after_attempt(5)),
    wait=wait_random_exponential(multiplier=1, max=60),
    reraise=True,
)
def send(method, url, json):
    response = requests.request(method, url, json=json)
    response.raise_for_status()
    return response.json()


do_task(send)
