import { useId, type ReactNode } from 'react'
import styles from './chips.module.css'

export type Chip = {
  value: string
  name: string
  /** Set if the chip is disabled. */ disabledReason?: string | undefined
}
type Props = {
  label: string
  chips: readonly Chip[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** The value that cannot be combined with others. */ exclusive?: string
  children?: ReactNode
}

/** Disabled chips stay visible. The reasons are listed below. */
export function Chips({ label, chips, value, onChange, exclusive, children }: Props) {
  const id = useId()
  const toggle = (one: string) => {
    if (value.includes(one)) return onChange(value.filter((other) => other !== one))
    onChange(one === exclusive ? [one] : [...value.filter((other) => other !== exclusive), one])
  }
  const reasons = groupByReason(chips.filter(({ disabledReason }) => disabledReason))
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {chips.map(({ value: chipValue, name, disabledReason }) => (
          <label key={chipValue} className={styles.chip} data-disabled={Boolean(disabledReason)}>
            <input
              type="checkbox"
              checked={value.includes(chipValue)}
              disabled={Boolean(disabledReason) && !value.includes(chipValue)}
              aria-describedby={
                disabledReason
                  ? `${id}${reasons.findIndex((reason) => reason.text === disabledReason)}`
                  : undefined
              }
              onChange={() => toggle(chipValue)}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
        {children}
      </div>
      {reasons.map(({ text, names }, index) => (
        <p key={text} id={`${id}${index}`} className={styles.reason}>
          {names}: {text}
        </p>
      ))}
    </fieldset>
  )
}

/** Lists each reason once, with the chips it disables. */
function groupByReason(disabled: readonly Chip[]): { text: string; names: string }[] {
  const reasons = [...new Set(disabled.map(({ disabledReason }) => disabledReason!))]
  return reasons.map((text) => ({
    text,
    names: disabled
      .filter((chip) => chip.disabledReason === text)
      .map(({ name }) => name)
      .join(', '),
  }))
}
