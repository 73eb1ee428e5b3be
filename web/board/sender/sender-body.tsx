import { Field, Select, TextArea } from '../../shared/parts/field.js'
import { requests } from '../../texts/en/requests.js'
import type { Operation } from '../service/operations.js'
import { allowsBody, type Draft, writeExample } from './draft.js'

const { sender: texts } = requests

interface BodyFieldsProps {
  draft: Draft
  operation: Operation | undefined
  /** Why the body is not JSON, although the headers say so. */
  problem: string | undefined
  onChange(change: Partial<Draft>): void
}

/** The fields of the body: a text with the examples of the operation, or files. */
export function BodyFields({ draft, operation, problem, onChange }: BodyFieldsProps) {
  if (!allowsBody(draft)) return <p class="hint">{texts.noBodyAllowed}</p>
  const examples = Object.entries(operation?.body?.examples ?? {})
  return (
    <>
      <div class="sender-row">
        <Select
          label={texts.bodyKind}
          testId="sender-body-kind"
          value={draft.isMultipart ? 'multipart' : 'text'}
          options={[
            ['text', texts.text],
            ['multipart', texts.multipart],
          ]}
          onChange={({ currentTarget }) => onChange({ isMultipart: currentTarget.value === 'multipart' })}
        />
        {!draft.isMultipart && examples.length > 1 && (
          <Select
            label={texts.example}
            testId="sender-example"
            value={examples.find(([, value]) => writeExample(value) === draft.text)?.[0] ?? ''}
            options={[['', texts.ownExample], ...examples.map(([name]) => [name, name] as const)]}
            onChange={({ currentTarget: { value } }) => {
              const [, example] = examples.find(([name]) => name === value) ?? []
              if (example !== undefined) onChange({ text: writeExample(example) })
            }}
          />
        )}
      </div>
      {draft.isMultipart ? (
        <>
          <Field label={texts.files} hint={texts.filesHint} name="files" type="file" multiple testId="sender-files" />
          <Field label={texts.part} name="part" testId="sender-part" defaultValue="files" spellcheck={false} />
        </>
      ) : (
        <TextArea
          label={texts.body}
          testId="sender-body"
          rows={Math.min(14, Math.max(3, draft.text.split('\n').length))}
          value={draft.text}
          spellcheck={false}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
          problem={problem && texts.invalidJson(problem)}
        />
      )}
    </>
  )
}
