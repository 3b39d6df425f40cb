import { useState } from 'react'
import { Button } from '@mantine/core'
import type { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Switch } from '../../../ui/fields/switch.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import dialogs from '../dialogs/dialogs.module.css'
import styles from './conform.module.css'
import { FilmStill } from './film-still.tsx'

type Line = translations.ConformedLine
type Decisions = Record<string, translations.ConformDecision>
export type PlanDecisions = { dropped: 'keep' | 'remove'; decisions: Decisions }
type Films = { old: string; new: string } | null

type Props = {
  plan: translations.ConformResult
  films: Films
  isSending: boolean
  apply: (decisions: PlanDecisions) => void
  back: () => void
}

/** What is certain is counted; what is doubtful is decided line by line, with one key each. */
export function PlanReview({ plan, films, isSending, apply, back }: Props) {
  const { t } = useTranslation(['conform', 'common'])
  const [decisions, setDecisions] = useState<Decisions>({})
  const [removesDropped, setRemovesDropped] = useState(true)
  const flagged = plan.lines.filter(({ outcome }) => outcome === 'flagged')
  const dropped = plan.lines.filter(({ outcome }) => outcome === 'dropped')
  const { counts } = plan
  return (
    <>
      <div role="status">
        <dl className={styles.counts}>
          {(['moved', 'split', 'dropped', 'flagged'] as const).map((outcome) => (
            <div key={outcome} data-outcome={outcome}>
              <dt>{t(`counts.${outcome}`)}</dt>
              <dd>{counts[outcome].toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      </div>
      {plan.matched !== null && (
        <p className={dialogs.secondary}>
          {t('matched', { percent: Math.round(plan.matched * 100) })}
        </p>
      )}
      {flagged.length > 0 && (
        <DoubtfulLines lines={flagged} films={films} decisions={decisions} decide={setDecisions} />
      )}
      {dropped.length > 0 && (
        <>
          <Switch
            label={t('removeDropped', { count: dropped.length })}
            note={t('removeDroppedNote')}
            isOn={removesDropped}
            onChange={setRemovesDropped}
          />
          <DroppedLines lines={dropped} />
        </>
      )}
      <div className={dialogs.actions}>
        <Button variant="default" onClick={back}>
          {t('back')}
        </Button>
        <Button
          loading={isSending}
          onClick={() => apply({ dropped: removesDropped ? 'remove' : 'keep', decisions })}
        >
          {t('apply')}
        </Button>
      </div>
    </>
  )
}

function DroppedLines({ lines }: { lines: Line[] }) {
  const { t } = useTranslation('conform')
  return (
    <details className={styles.dropped}>
      <summary>{t('showDropped')}</summary>
      <ul>
        {lines.slice(0, 200).map(({ line, number, text, source, startTime, reason }) => (
          <li key={line}>
            <span dir="ltr">{startTime}</span> {number}. {reason && t(`reasons.${reason}`)}{' '}
            <span dir="auto">
              <RichText html={text || source} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type DoubtfulProps = {
  lines: Line[]
  films: Films
  decisions: Decisions
  decide: (decisions: Decisions) => void
}

/** A accepts, S skips, and the arrow keys go to another line. */
function DoubtfulLines({ lines, films, decisions, decide }: DoubtfulProps) {
  const { t } = useTranslation('conform')
  const [index, setIndex] = useState(0)
  const [place, setPlace] = useState(0)
  const shown = lines[Math.min(index, lines.length - 1)]!
  const open = (next: number) => {
    setIndex(Math.max(0, Math.min(lines.length - 1, next)))
    setPlace(0)
  }
  const settle = (decision: translations.ConformDecision) => {
    decide({ ...decisions, [shown.line]: decision })
    open(index + 1)
  }
  const accept = () => (shown.to.length > 0 ? settle(place) : undefined)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'a') accept()
    else if (key === 's') settle('keep')
    else if (key === 'arrowdown') open(index + 1)
    else if (key === 'arrowup') open(index - 1)
    else return
    event.preventDefault()
  }
  const decision = decisions[shown.line]
  const isAccepted = typeof decision === 'number'
  const undecided = lines.filter(({ line }) => decisions[line] === undefined).length
  return (
    // The keys work on the whole section, so that nobody has to find the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <section
      className={styles.doubtful}
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={t('doubtful')}
    >
      <div className={styles.head}>
        <strong>{t('lineOf', { index: index + 1, count: lines.length })}</strong>
        <span className={dialogs.secondary}>{t('undecided', { count: undecided })}</span>
      </div>
      <p className={styles.text} dir="auto">
        <RichText html={shown.text || shown.source} />
      </p>
      <p className={dialogs.secondary}>{shown.reason && t(`reasons.${shown.reason}`)}</p>
      <div className={styles.sides}>
        <FilmStill label={t('old')} film={films?.old} time={shown} />
        {shown.to.length > 0 ? (
          <FilmStill label={t('new')} film={films?.new} time={shown.to[place]!} />
        ) : (
          <p className={styles.nowhere}>{t('nowhere')}</p>
        )}
      </div>
      {shown.to.length > 1 && (
        <div className={styles.places} role="group" aria-label={t('places')}>
          {shown.to.map(({ startTime }, at) => (
            <Button
              key={startTime}
              size="xs"
              variant={at === place ? 'filled' : 'default'}
              aria-pressed={at === place}
              onClick={() => setPlace(at)}
            >
              <span dir="ltr">{startTime}</span>
            </Button>
          ))}
        </div>
      )}
      <div className={styles.choices}>
        <Button variant="subtle" disabled={index === 0} onClick={() => open(index - 1)}>
          {t('previous')}
        </Button>
        <Button
          variant={isAccepted ? 'filled' : 'default'}
          aria-keyshortcuts="A"
          disabled={shown.to.length === 0}
          onClick={accept}
        >
          {t('accept')} <kbd className={styles.key}>A</kbd>
        </Button>
        <Button
          variant={decision === 'keep' ? 'filled' : 'default'}
          aria-keyshortcuts="S"
          onClick={() => settle('keep')}
        >
          {t('skip')} <kbd className={styles.key}>S</kbd>
        </Button>
        <Button
          variant="subtle"
          disabled={index >= lines.length - 1}
          onClick={() => open(index + 1)}
        >
          {t('next')}
        </Button>
      </div>
    </section>
  )
}
