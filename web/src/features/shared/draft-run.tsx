import { Button } from '@mantine/core'
import type { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import styles from './draft-run.module.css'

type Run = machinedrafts.DraftRun
type Action = { label: string; run: () => void; isPending: boolean; error: Error | null }
type Props = {
  query: { data: machinedrafts.Drafts | undefined; error: Error | null }
  /** What is sent to the host, or that there is no provider. */
  notes: (host: string | undefined) => readonly string[]
  /** `value` is the finished part of a run, from 0 to 1. */
  describe: (run: Run) => { text: string; value: number; note?: string }
  /** `isDone`: there is nothing left to start. */
  start: Action & { isDisabled?: boolean; isDone?: (run: Run | undefined) => boolean }
  stop: Action
  onClose: () => void
}

export const isActive = (run: Run | undefined): boolean =>
  run?.status === 'waiting' || run?.status === 'running'

/** The content of a dialog that lets a machine draft: what is sent to whom, and the newest run. */
export function DraftRun({ query, notes, describe, start, stop, onClose }: Props) {
  const { t } = useTranslation()
  if (query.error) return <ErrorAlert error={query.error} />
  if (!query.data) return <PendingRows rows={3} />
  const {
    provider,
    runs: [run],
  } = query.data
  const [first, ...more] = notes(provider?.host)
  const error = start.error ?? stop.error
  return (
    <div className={styles.panel}>
      <p role="status">{first}</p>
      {more.map((note) => (
        <p key={note} className={styles.secondary}>
          {note}
        </p>
      ))}
      {run && <RunState run={run} {...describe(run)} />}
      {error && <ErrorAlert error={error} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        {isActive(run) ? (
          <Button variant="default" loading={stop.isPending} onClick={stop.run}>
            {stop.label}
          </Button>
        ) : (
          provider &&
          !start.isDone?.(run) && (
            <Button
              disabled={start.isDisabled ?? false}
              loading={start.isPending}
              onClick={start.run}
            >
              {start.label}
            </Button>
          )
        )}
      </div>
    </div>
  )
}

type RunStateProps = { run: Run } & ReturnType<Props['describe']>

const RunState = ({ run, text, value, note }: RunStateProps) => (
  <div className={styles.state} role="status">
    {run.status === 'failed' ? <StatusTag tone="bad">{text}</StatusTag> : <p>{text}</p>}
    {isActive(run) && <ProgressBar label={text} value={Math.min(1, value)} />}
    {run.reason && <p dir="auto">{run.reason.message}</p>}
    {note && <p className={styles.secondary}>{note}</p>}
  </div>
)
