import { useEffect } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { memory } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { findAgreedTerms } from './terms.ts'
import { DateOnly } from '../../../ui/text/date-time.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { formatNumber, languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import styles from './suggestions.module.css'

const NONE: readonly memory.Suggestion[] = []
/** Lines that are only passed are not searched for. */
const DEBOUNCE_MS = 180

/** Translation memory matches of the selected line, and the agreed terms in it. */
export function Suggestions({ asset }: { asset: string }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, rules, termIndex } = useEditor()
  const index = lines.findIndex(({ _id }) => _id === selected)
  const source = lines[index]?.source ?? ''
  const { items, isLoaded } = useSuggestions(
    asset,
    selected,
    source,
    lines[index - 1]?.source,
    lines[index + 1]?.source,
  )
  const terms = findAgreedTerms(source, termIndex)
  return (
    <div className={styles.panels}>
      <section aria-label={t('memory.title')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('memory.title')}</h2>
        </div>
        {items.length > 0 ? (
          <ol className={styles.suggestions}>
            {items.slice(0, 9).map((item, position) => (
              <li key={item.provenance.unit}>
                <SuggestionButton item={item} number={position + 1} />
              </li>
            ))}
          </ol>
        ) : (
          <p className={styles.hint}>
            {!selected
              ? t('disabled.noSelection')
              : !source
                ? t('memory.noSource')
                : isLoaded
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
            {terms.map(({ source: term, target, forbidden }) => [
              <dt key={term} dir="auto">
                {term}
              </dt>,
              <dd key={`${term} target`} lang={languageTag(rules.language)} dir="auto">
                {target}
                {forbidden.length > 0 && (
                  <div className={styles.forbidden}>
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
  const { rules, suggestions } = useEditor()
  const mayWrite = useHasPermission('translation.write')
  const [debounced] = useDebouncedValue({ line, source, before, after }, DEBOUNCE_MS)
  const { data } = useEndpointQuery(
    memory.suggest,
    {
      query: {
        studio: rules.studio,
        project: rules.project,
        asset,
        sourceLanguage: rules.script?.language ?? 'und',
        language: rules.language,
        source: debounced.source || ' ',
        ...(debounced.before && { before: debounced.before }),
        ...(debounced.after && { after: debounced.after }),
      },
    },
    { enabled: mayWrite && debounced.source !== '', staleTime: 5 * 60_000 },
  )
  const isCurrent = debounced.line === line && debounced.source === source
  const items = (isCurrent && data) || NONE
  useEffect(() => {
    suggestions.current = { line, items }
  }, [line, items, suggestions])
  return { items, isLoaded: isCurrent && (data !== undefined || !mayWrite) }
}

function SuggestionButton({ item, number }: { item: memory.Suggestion; number: number }) {
  const { t } = useTranslation('translation-editor')
  const { actions, selected, rules, readOnly } = useEditor()
  const { asset, project, approvedBy, approved, times } = item.provenance
  const from = [asset?.name, project?.name].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={styles.suggestion}
      disabled={readOnly}
      onClick={() => selected && actions.replaceText(selected, item.target)}
    >
      <span className={styles.suggestionHead}>
        <span>
          <span className={styles.score}>{formatNumber(Math.min(item.score, 100))} %</span>{' '}
          {t(`memory.kind.${item.kind}`)}
          {item.adapted && `, ${t('memory.adapted')}`}
        </span>
        <kbd dir="ltr">{shortcutLabel('suggestion', number - 1)}</kbd>
      </span>
      <span className={styles.target} lang={languageTag(rules.language)} dir="auto">
        <RichText html={item.target} />
      </span>
      {item.kind === 'fuzzy' && (
        <span className={styles.provenance} dir="auto">
          {t('memory.matchOf')} <RichText html={item.source} />
        </span>
      )}
      <span className={styles.provenance} dir="auto">
        {from || t('memory.imported')}
        {approvedBy && ` · ${approvedBy.name}`} · <DateOnly at={approved} />
        {times > 1 && ` · ${t('memory.times', { count: times })}`}
      </span>
    </button>
  )
}
