import { useEffect } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { memory, type memory as remembered } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { findAgreedTerms } from './terms.ts'
import { DateOnly } from '../../../ui/text/date-time.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { formatNumber, languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './suggestions.module.css'

const NONE: readonly remembered.Suggestion[] = []
/** Who runs through the lines does not ask for each. */
const DEBOUNCE_MS = 180

/** What the studio has said before for this line, and what the project calls things. */
export function Suggestions({ asset }: { asset: string }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, rules, terms: wording } = useEditor()
  const place = lines.findIndex(({ _id }) => _id === selected)
  const source = lines[place]?.source ?? ''
  const { items, isAsked } = useSuggestions(
    asset,
    selected,
    source,
    lines[place - 1]?.source,
    lines[place + 1]?.source,
  )
  const terms = findAgreedTerms(source, wording)
  return (
    <div className={styles.help}>
      <section aria-label={t('memory.title')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('memory.title')}</h2>
        </div>
        {items.length > 0 ? (
          <ol className={styles.offers}>
            {items.slice(0, 9).map((item, index) => (
              <li key={item.provenance.unit}>
                <SuggestionButton item={item} number={index + 1} />
              </li>
            ))}
          </ol>
        ) : (
          <p className={styles.lesson}>
            {!source
              ? t('memory.noSource')
              : isAsked
                ? t('memory.noMatches')
                : t('memory.searching')}
          </p>
        )}
      </section>
      {terms.length > 0 && (
        <section aria-label={t('memory.terms')}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t('memory.terms')}</h2>
          </div>
          <dl className={styles.terms}>
            {terms.map(({ source: said, target, forbidden }) => [
              <dt key={said} dir="auto">
                {said}
              </dt>,
              <dd key={`${said} is`} lang={languageTag(rules.language)} dir="auto">
                {target}
                {forbidden.length > 0 && (
                  <div className={styles.not}>
                    {t('memory.forbidden', { words: forbidden.join(', ') })}
                  </div>
                )}
              </dd>,
            ])}
          </dl>
        </section>
      )}
    </div>
  )
}

function useSuggestions(
  asset: string,
  line: string | undefined,
  source: string,
  before: string | undefined,
  after: string | undefined,
) {
  const { rules, suggestions: offered } = useEditor()
  const mayWrite = useHasPermission('translation.write')
  const [asked] = useDebouncedValue({ line, source, before, after }, DEBOUNCE_MS)
  const { data } = useEndpointQuery(
    memory.suggest,
    {
      query: {
        studio: rules.studio,
        project: rules.project,
        asset,
        sourceLanguage: rules.script?.language ?? 'und',
        language: rules.language,
        source: asked.source || ' ',
        ...(asked.before && { before: asked.before }),
        ...(asked.after && { after: asked.after }),
      },
    },
    { enabled: mayWrite && asked.source !== '', staleTime: 5 * 60_000 },
  )
  const isCurrent = asked.line === line && asked.source === source
  const items = (isCurrent && data) || NONE
  useEffect(() => {
    offered.current = { line, items }
  }, [line, items, offered])
  return { items, isAsked: isCurrent && (data !== undefined || !mayWrite) }
}

function SuggestionButton({ item, number }: { item: remembered.Suggestion; number: number }) {
  const { t } = useTranslation('translation-editor')
  const { actions: acts, selected, rules, readOnly } = useEditor()
  const { asset, project, approvedBy, approved, times } = item.provenance
  const from = [asset?.name, project?.name].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={styles.offer}
      disabled={readOnly}
      onClick={() => selected && acts.setText(selected, item.target, { machine: true })}
    >
      <span className={styles.offerHead}>
        <span>
          <span className={styles.score}>{formatNumber(Math.min(item.score, 100))} %</span>{' '}
          {t(`memory.kind.${item.kind}`)}
          {item.adapted && `, ${t('memory.adapted')}`}
        </span>
        <kbd dir="ltr">Alt {number}</kbd>
      </span>
      <span className={styles.target} lang={languageTag(rules.language)} dir="auto">
        <RichText html={item.target} />
      </span>
      {item.kind === 'fuzzy' && (
        <span className={styles.from} dir="auto">
          {t('memory.matchOf')} <RichText html={item.source} />
        </span>
      )}
      <span className={styles.from} dir="auto">
        {from || t('memory.imported')}
        {approvedBy && ` · ${approvedBy.name}`} · <DateOnly at={approved} />
        {times > 1 && ` · ${t('memory.times', { count: times })}`}
      </span>
    </button>
  )
}
