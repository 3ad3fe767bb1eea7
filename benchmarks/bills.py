"""ihatemoney, a Flask program with bills in place of rounds. Runs where `peers.py` has installed it.

Each line of its input, `list` or `add`, is answered with the seconds of processor time of that request.
"""

import gc
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from ihatemoney.models import Person, Project, db
from ihatemoney.run import create_app
from werkzeug.test import TestResponse

BILLS = 30

folder = Path(sys.argv[1])
url = f"sqlite:///{folder / 'bills.sqlite3'}"
app = create_app(SimpleNamespace(SQLALCHEMY_DATABASE_URI=url, SECRET_KEY="bench"), instance_path=str(folder))
# One project stays as it is, the other grows.
payed_for: dict[str, list[int]] = {"list": [], "add": []}
with app.app_context():
    for project in payed_for:
        people = [Person(name=name, project_id=project) for name in ("Ann", "Ben", "Cem", "Dee")]
        words = {"name": project, "password": "-", "contact_email": "ann@example.com"}
        db.session.add_all((Project(id=project, default_currency="XXX", **words), *people))
        db.session.commit()
        payed_for[project] = [person.id for person in people]
client = app.test_client()
with client.session_transaction() as session:
    session["projects"] = {project: project for project in payed_for}
fetched = client.get("/list/add")
found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', fetched.get_data(as_text=True))
cookie = client.get_cookie("session")
assert found is not None
assert cookie is not None
# Each request comes as the first one did: a phone follows the redirect and is rid of what it was told.
client = app.test_client(use_cookies=False)
headers = {"Cookie": f"session={cookie.value}"}
bill = {"csrf_token": found[1], "date": "2026-11-20", "what": "Tea", "amount": "24", "bill_type": "Expense"}
bill["original_currency"] = "XXX"


def add(project: str) -> TestResponse:
    fields = {**bill, "payer": payed_for[project][0], "payed_for": payed_for[project]}
    return client.post(f"/{project}/add", data=fields, headers=headers)


def show() -> TestResponse:
    return client.get("/list/", headers=headers)


for _ in range(BILLS):
    assert add("list").status_code == 302
assert show().get_data().count(b">Tea<") == BILLS
assert add("add").status_code == 302
gc.collect()
gc.disable()
for line in sys.stdin:
    start = time.process_time()
    answer = add("add") if line == "add\n" else show()
    print(time.process_time() - start, flush=True)
    assert answer.status_code in (200, 302)
