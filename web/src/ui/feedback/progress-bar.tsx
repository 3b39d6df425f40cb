import styles from './progress-bar.module.css'

/** `value` is between 0 and 1. `quiet`: paused. */
export const ProgressBar = ({
  label,
  value,
  quiet = false,
}: {
  label: string
  value: number
  quiet?: boolean
}) => <progress className={styles.progress} aria-label={label} value={value} data-paused={quiet} />
