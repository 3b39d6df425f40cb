import styles from './progress-bar.module.css'

/** `value` is between 0 and 1. `isMuted` shows it in grey, for work that is paused or finished. */
export const ProgressBar = ({
  label,
  value,
  isMuted = false,
}: {
  label: string
  value: number
  isMuted?: boolean
}) => <progress className={styles.progress} aria-label={label} value={value} data-muted={isMuted} />
