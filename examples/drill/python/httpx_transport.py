"""httpx with the transport of its documentation, which repeats a request only if it cannot connect."""

import httpx
from task import do_task

client = httpx.Client(transport=httpx.HTTPTransport(retries=1))


def send(method, url, json):
    response = client.request(method, url, json=json)
    response.raise_for_status()
    return response.json()


do_task(send)
