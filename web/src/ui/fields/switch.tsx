import { useId, type ReactNode } from 'react'
import styles from './switch.module.css'

type Props = { label: string; note?: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void }

export function Switch({ label, note, isOn, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {note && (
          <p id={`${id}-note`} className={styles.note}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
