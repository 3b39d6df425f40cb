import { useId } from 'react'
import styles from './fields.module.css'

export type CheckboxOption = {
  value: string
  name: string
  note?: string | undefined
  disabledReason?: string | undefined
}
type Props = {
  legend: string
  note?: string
  options: CheckboxOption[]
  selected: readonly string[]
  columns?: 1 | 2 | 4
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Disabled options stay visible and show the reason. */
export function CheckboxGroup({
  legend,
  note,
  options,
  selected,
  columns = 1,
  error,
  onChange,
}: Props) {
  const id = useId()
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...selected, value] : selected.filter((other) => other !== value))
  return (
    <fieldset className={styles.fieldset} aria-describedby={note || error ? id : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div id={id}>
        {note && <p className={styles.note}>{note}</p>}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.checkboxes} data-columns={columns}>
        {options.map((tick) => (
          <OptionCheckbox
            key={tick.value}
            tick={tick}
            isOn={selected.includes(tick.value)}
            onToggle={(isOn) => toggle(tick.value, isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type CheckboxProps = { tick: CheckboxOption; isOn: boolean; onToggle: (isOn: boolean) => void }

function OptionCheckbox({ tick: { name, note, disabledReason }, isOn, onToggle }: CheckboxProps) {
  const id = useId()
  return (
    <label className={styles.checkbox} data-disabled={disabledReason !== undefined}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabledReason !== undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={note || disabledReason ? `${id}-note` : undefined}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      <span>
        <span id={`${id}-name`} className={styles.checkboxName} dir="auto">
          {name}
        </span>
        {(note || disabledReason) && (
          <span id={`${id}-note`}>
            {note && (
              <span className={styles.checkboxNote} dir="auto">
                {note}
              </span>
            )}
            {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
          </span>
        )}
      </span>
    </label>
  )
}

export const Checkbox = ({
  name,
  note,
  disabledReason,
  isOn,
  onChange,
}: Omit<CheckboxOption, 'value'> & { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <OptionCheckbox
    tick={{ value: '', name, note, disabledReason: disabledReason }}
    isOn={isOn}
    onToggle={onChange}
  />
)
