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
  const said = groupByReason(chips.filter(({ disabledReason }) => disabledReason))
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {chips.map(({ value: own, name, disabledReason }) => (
          <label key={own} className={styles.chip} data-disabled={Boolean(disabledReason)}>
            <input
              type="checkbox"
              checked={value.includes(own)}
              disabled={Boolean(disabledReason) && !value.includes(own)}
              aria-describedby={
                disabledReason
                  ? `${id}${said.findIndex((reason) => reason.why === disabledReason)}`
                  : undefined
              }
              onChange={() => toggle(own)}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
        {children}
      </div>
      {said.map(({ why, names }, index) => (
        <p key={why} id={`${id}${index}`} className={styles.reason}>
          {names}: {why}
        </p>
      ))}
    </fieldset>
  )
}

/** Lists each reason once, with the chips it disables. */
function groupByReason(closed: readonly Chip[]): { why: string; names: string }[] {
  const words = [...new Set(closed.map(({ disabledReason }) => disabledReason!))]
  return words.map((why) => ({
    why,
    names: closed
      .filter((chip) => chip.disabledReason === why)
      .map(({ name }) => name)
      .join(', '),
  }))
}
