import { useId } from 'preact/hooks'
import { Field, Select } from '../../shared/parts/field.js'
import { VARIANTS, type Variant } from '../../shared/service/variants.js'
import { WithCode } from '../../shared/text/with-code.js'
import { requests } from '../../texts/en/requests.js'
import { METHODS } from '../service/exchange.js'
import { completionsOf, type Operation } from '../service/operations.js'
import { type Draft, splitUrl, suggestionOf } from './draft.js'

const { sender: texts } = requests

interface TargetFieldsProps {
  draft: Draft
  /** The operations of the variant. */
  operations: readonly Operation[]
  /** The operation of the draft, if it has one. */
  operation: Operation | undefined
  /** Why the path cannot be sent. */
  problem: string | undefined
  onChange(change: Partial<Draft>): void
}

/** The fields that say where a request goes. The operation fills in the others. */
export function TargetFields({ draft, operations, operation, problem, onChange }: TargetFieldsProps) {
  const id = useId()
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return (
    <>
      <div class="sender-target">
        <div class="field whole">
          <label for={`${id}-operation`}>{texts.operation}</label>
          <select
            id={`${id}-operation`}
            value={operation?.id ?? ''}
            onChange={({ currentTarget }) => {
              const chosen = operations.find(({ id }) => id === currentTarget.value)
              if (chosen) onChange({ method: chosen.method, path: chosen.path, ...suggestionOf(chosen) })
            }}
            data-testid="sender-operation"
          >
            <option value="">{texts.ownOperation}</option>
            {tags.map((tag) => (
              <optgroup key={tag} label={tag}>
                {operations
                  .filter((operation) => operation.tag === tag)
                  .map(({ id, summary }) => (
                    <option key={id} value={id}>
                      {summary}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <Select
          label={texts.variant}
          testId="sender-variant"
          value={draft.variant}
          options={VARIANTS.map((name) => [name, name])}
          onChange={({ currentTarget }) => onChange({ variant: currentTarget.value as Variant })}
        />
        <Select
          label={texts.method}
          testId="sender-method"
          value={draft.method}
          options={METHODS.map((name) => [name, name])}
          onChange={({ currentTarget }) => onChange({ method: currentTarget.value })}
        />
        <div class="path">
          <Field
            label={texts.path(draft.variant)}
            name="path"
            testId="sender-path"
            value={draft.path}
            list={id}
            spellcheck={false}
            autocapitalize="off"
            onInput={({ currentTarget }) => onChange(splitUrl(currentTarget.value))}
            problem={problem}
          />
        </div>
      </div>
      <datalist id={id}>
        {completionsOf(operations, draft.method, draft.path).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

interface TokenFieldProps {
  token: string | undefined
  /** Whether the user has written a header with a token, which replaces that of the session. */
  hasOwn: boolean
  username: string
  isSent: boolean
  onChange(isSent: boolean): void
}

/** Whether a request to v2 has the token of the session. */
export function TokenField({ token, hasOwn, username, isSent, onChange }: TokenFieldProps) {
  if (hasOwn) return <p class="hint">{texts.ownToken}</p>
  if (token === undefined) {
    return (
      <p class="hint">
        <WithCode text={texts.noToken} />
      </p>
    )
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isSent}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        data-testid="sender-token"
      />
      {texts.withToken(username)}
    </label>
  )
}
