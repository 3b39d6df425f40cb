import { useSyncExternalStore } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../format/format.ts'
import { currentRuns, dismissRun, subscribeToRuns, type BulkRun } from './bulk-run.ts'
import { Dialog } from './dialog.tsx'
import { explainError } from './explain-error.ts'
import { ProgressBar } from './progress-bar.tsx'
import styles from './bulk-runs.module.css'

/** The progress of changes to many records, and then what failed and why. */
export function BulkRuns() {
  const runs = useSyncExternalStore(subscribeToRuns, currentRuns)
  const ended = runs.find(({ done, all }) => done === all)
  return (
    <>
      <div className={styles.runs}>
        {runs
          .filter(({ done, all }) => done < all)
          .map((run, index) => (
            <Progress key={index} run={run} />
          ))}
      </div>
      {ended && ended.failures.length > 0 && <Failures run={ended} />}
    </>
  )
}

function Progress({ run: { title, done, all } }: { run: BulkRun }) {
  const { t } = useTranslation()
  return (
    <div className={styles.run}>
      <span>
        {title} · {t('bulk.progress', { done: formatNumber(done), all: formatNumber(all) })}
      </span>
      <ProgressBar label={title} value={done / all} />
    </div>
  )
}

function Failures({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const { title, failures, all } = run
  return (
    <Dialog title={title} size="middle" onClose={() => dismissRun(run)}>
      <p role="alert">
        {t('bulk.failed', { failed: formatNumber(failures.length), all: formatNumber(all) })}
      </p>
      <ul className={styles.failures}>
        {failures.map(({ name, error }, index) => (
          <li key={index}>
            <strong dir="auto">{name}</strong>
            <span dir="auto">{explainError(error).advice}</span>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => dismissRun(run)}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
