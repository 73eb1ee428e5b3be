import { templates as texts } from '../../texts/en/templates.js'
import { TEMPLATES, type Template } from './templates.js'

/** The templates of exercises. Each fills in the form. */
export function TemplateCards({ onFill }: { onFill(template: Template): void }) {
  return (
    <fieldset class="templates" data-testid="templates">
      <legend>{texts.legend}</legend>
      <p class="hint">{texts.hint}</p>
      <ul>
        {TEMPLATES.map((template) => {
          const { name, lead } = texts.list[template.id]
          return (
            <li key={template.id}>
              <button type="button" onClick={() => onFill(template)} data-testid={`template-${template.id}`}>
                <strong>{name}</strong>
                <span>{lead}</span>
                <span class="hint">
                  {texts.facts(template.minutes, template.drill ? texts.drilled : texts.profiles[template.profile])}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
