import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { tell, tellBefore } from '../../ui/feedback/toasts.tsx'
import { explain } from '../../ui/feedback/explain-error.ts'
import { size, span } from '../../ui/format/format.ts'
import { AboutFile } from './about-file.tsx'
import { Afterwards } from './afterwards.tsx'
import { useQueue } from './context.ts'
import type { About, Item } from './queue.ts'
import styles from './uploads.module.css'

/**
 * One file on its way in: how far, how fast, what can be done about it; and once it is here, what
 * became of it.
 */
export function TrayItem({ item }: { item: Item }) {
  const { t } = useTranslation('uploads')
  const queue = useQueue()
  const { key, name, place, length, sent, state, about } = item
  const describe = (to: About) =>
    void queue.describe(key, to).catch((error: Error) => {
      const { title, advice } = explain(error)
      tell(`${title}: ${advice}`, { tone: 'bad' })
    })
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={name} />
          </span>
          <span className={styles.said}>
            {t('for')}{' '}
            <Link to="/assets/$id" params={{ id: place.slug }} dir="auto">
              {place.name}
            </Link>
          </span>
        </div>
        <div className={styles.buttons}>
          <Acts item={item} />
        </div>
      </div>
      {state !== 'done' && (
        <Progress
          label={t('sentOf', { name })}
          value={length ? sent / length : 0}
          quiet={state !== 'sending'}
        />
      )}
      <div
        className={styles.said}
        data-bad={state === 'failed'}
        role={state === 'failed' ? 'alert' : undefined}
      >
        {words(item, t)}
      </div>
      {state === 'done' && item.file && <Afterwards file={item.file} place={place} />}
      <details className={styles.fold}>
        <summary>
          {t('about')}
          <span className="unseen">: {name}</span>
        </summary>
        <AboutFile about={about} onChange={describe} />
      </details>
    </li>
  )
}

function Acts({ item: { key, name, file, state } }: { item: Item }) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useQueue()
  const act = (title: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" onClick={onClick} aria-label={`${title}: ${name}`}>
      {title}
    </Button>
  )
  const cancel = () => {
    const wasGoing = queue.hold(key, true)
    tellBefore(t('cancelled', { name }), {
      undo: t('common:undo'),
      run: () => void queue.cancel(key),
      undone: () => {
        queue.hold(key, false)
        if (wasGoing) queue.pauseOrResume(key)
      },
    })
  }
  if (state === 'done') return act(t('common:dismiss'), () => queue.dismiss(key))
  return (
    <>
      {state === 'failed' && act(t('common:tryAgain'), () => void queue.again(key))}
      {/* Before it is registered there is nothing to hold up. */}
      {state !== 'failed' &&
        file &&
        act(state === 'paused' ? t('resume') : t('pause'), () => queue.pauseOrResume(key))}
      {act(t('common:cancel'), cancel)}
    </>
  )
}

function words({ state, sent, length, pace, problem }: Item, t: TFunction<'uploads'>): string {
  const soFar = t('soFar', { sent: size(sent), length: size(length) })
  if (state === 'queued') return t('queued')
  if (state === 'away') return t('away', { soFar })
  if (state === 'paused') return t('paused', { soFar })
  if (state === 'failed') return problem ?? t('stoppedPlainly')
  if (state === 'done') return t('arrived', { length: size(length) })
  return pace
    ? t('sending', { soFar, pace: size(pace), left: span((length - sent) / pace) })
    : soFar
}
