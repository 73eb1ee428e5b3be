"""requests with the Retry of urllib3: three retries of idempotent methods, also after 502, 503 and 504."""

import requests
from requests.adapters import HTTPAdapter
from task import do_task
from urllib3.util import Retry

session = requests.Session()
retries = Retry(total=3, backoff_factor=0.1, status_forcelist=[502, 503, 504])
session.mount("http://", HTTPAdapter(max_retries=retries))


def send(method, url, json):
    response = session.request(method, url, json=json)
    response.raise_for_status()
    return response.json()


do_task(send)
