import { area } from '../check.js'

/** The checklist of a task. */
export const checklist = area('checklist', 'current')

const [A, B] = ['a', 'b'].map((text) => `{text: "${text}", done: false}`)
const LONGEST = JSON.stringify('x'.repeat(200))

checklist(`
keeps-text | spec 2 | The text of an item is stored.
  POST /tasks +{checklistItems: [{text: "Buy nails", done: false}]} → /checklistItems/*/text = ["Buy nails"]
keeps-done-true | spec 2 | 'done: true' is stored. | POST /tasks +{checklistItems: [{text: "x", done: true}]} as new
  GET /tasks/{new.id} → /checklistItems/0/done = true
keeps-done-false | spec 2 | 'done: false' is stored. | POST /tasks +{checklistItems: [${A}]} as new
  GET /tasks/{new.id} → /checklistItems/0/done = false
text-as-sent | decision 8 | The text of an item is stored exactly as sent.
  POST /tasks +{checklistItems: [{text: " \\t\\"x\\"\\n "}]} → /checklistItems/*/text = [" \\t\\"x\\"\\n "]
ids-not-reused | decision 21 | Ids of items are not used again. | POST /tasks +{checklistItems: [${A}]} as new
  PUT /tasks/{new.id} +{}
  PUT /tasks/{new.id} +{checklistItems: [${A}]} → /checklistItems/0/id ≠ {new.checklistItems.0.id}
done-default | decision 9 | The default of 'done' is false.
  POST /tasks +{checklistItems: [{text: "x"}]} → /checklistItems/0/done = false
id-is-integer | spec 2 | The server assigns an integer id to each item.
  POST /tasks +{checklistItems: [${A}]} → /checklistItems/0/id is integer
ids-differ | spec 2 | The items of a task have different ids.
  POST /tasks +{checklistItems: [${A}, ${B}, ${A}]} → /checklistItems/*/id is unique ; /checklistItems/2/text = "a"
keeps-order | spec 2 | Items stay in the order of the request.
  POST /tasks +{checklistItems: [${B}, ${A}]} → /checklistItems/*/text = ["b", "a"]
longest-text | spec 8 | The text of an item may have 200 characters.
  POST /tasks +{checklistItems: [{text: ${LONGEST}, done: true}]} → /checklistItems/*/text = [${LONGEST}]
most-items | decision 9 | A checklist may have 100 items.
  POST /tasks +{checklistItems: [${Array(100).fill('{text: "x"}')}]} → /checklistItems/99/text = "x"
ignores-id | decision 4 | The id of an item in the request is ignored.
  POST /tasks +{checklistItems: [{id: 987654321, text: "x"}]} → /checklistItems/0/id ≠ 987654321
same-text-keeps-id | spec 2 | PUT keeps the id of an item whose text stays.
  POST /tasks +{checklistItems: [${A}, ${B}]} as new
  PUT /tasks/{new.id} +{checklistItems: [{text: "b", done: true}, ${A}]}
  → /checklistItems/*/id = [{new.checklistItems.1.id}, {new.checklistItems.0.id}]
new-text-gets-new-id | spec 2 | PUT gives a new id to an item with a new text.
  POST /tasks +{checklistItems: [${A}]} as new
  PUT /tasks/{new.id} +{checklistItems: [${B}]} → /checklistItems/0/id ≠ {new.checklistItems.0.id}
done-changes-with-id | spec 2 | PUT changes 'done' of an item that keeps its id.
  POST /tasks +{checklistItems: [${A}]} as new
  PUT /tasks/{new.id} +{checklistItems: [{text: "a", done: true}]}
  GET /tasks/{new.id} → /checklistItems/0/done = true
equal-texts-match-once | decision 19 | PUT matches each existing item at most once, in order.
  POST /tasks +{checklistItems: [${A}]} as new
  PUT /tasks/{new.id} +{checklistItems: [${A}, ${A}]}
  → /checklistItems/0/id = {new.checklistItems.0.id} ; /checklistItems/1/id ≠ {new.checklistItems.0.id}
replace-removes-items | spec 4 | PUT removes the items that it leaves out.
  POST /tasks +{checklistItems: [${A}, ${B}]} as new
  PUT /tasks/{new.id} +{checklistItems: [${B}]}
  GET /tasks/{new.id} → /checklistItems/*/text = ["b"]
`)
