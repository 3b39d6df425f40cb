import styles from './progress-bar.module.css'

/** How much of something is done, from 0 to 1. `quiet`: it stands still. */
export const ProgressBar = ({
  label,
  value,
  quiet = false,
}: {
  label: string
  value: number
  quiet?: boolean
}) => <progress className={styles.progress} aria-label={label} value={value} data-quiet={quiet} />
