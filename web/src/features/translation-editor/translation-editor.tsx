import { scripts, translations, workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { TranslationStatus } from '../shared/status.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { EditorLoader } from './editor-loader.tsx'
import styles from './translation-editor.module.css'

const route = getRouteApi('/app/workrequests/$id/translate')

/** The dialogue and graphics lists of a work request, as far as they are visible to the user. */
export function TranslationEditor() {
  const { id } = route.useParams()
  const { sheet } = route.useSearch()
  const { t } = useTranslation('translation-editor')
  const request = useEndpointQuery(workrequests.getWorkRequest, { params: { id } })
  const visible = useEndpointQuery(translations.listTranslations, {
    query: { workRequest: id },
    range: { first: 0, last: 99 },
  })
  const error = request.error ?? visible.error
  const retry = () => {
    void request.refetch()
    void visible.refetch()
  }
  const parts = request.data && visible.data ? findParts(request.data, visible.data.items) : []
  const part = parts.find(({ name }) => name === sheet) ?? parts[0]
  return (
    <div className={styles.wide}>
      <Page
        title={request.data?.asset.name ?? t('title')}
        isPending={!request.data && !error}
        breadcrumb={
          <>
            <Link to="/workrequests">{t('requests')}</Link> /{' '}
            <Link to="/workrequests/$id" params={{ id }}>
              {t('request')}
            </Link>
          </>
        }
        lead={request.data && <Lead request={request.data} translation={part?.translation} />}
      >
        {error && (
          <ErrorAlert
            error={error}
            onRetry={retry}
            isRetrying={request.isFetching || visible.isFetching}
            isStale={Boolean(part)}
          />
        )}
        {!error && !(request.data && visible.data) && <PendingRows />}
        {request.data && visible.data && !part && (
          <EmptyState title={t('noneAssigned')}>
            <p>{t('noneAssignedAdvice')}</p>
          </EmptyState>
        )}
        {request.data && part && (
          <EditorLoader
            key={part.translation._id}
            request={request.data}
            translation={part.translation}
            part={part.name}
            parts={parts.map(({ name }) => name)}
          />
        )}
      </Page>
    </div>
  )
}

function Lead({
  request,
  translation,
}: {
  request: workrequests.WorkRequest
  translation: translations.Translation | undefined
}) {
  const versionName = useVersionName()
  return (
    <span className={styles.lead}>
      <span>{versionName(request)}</span>
      {translation && <TranslationStatus status={translation.status} />}
    </span>
  )
}

function findParts(
  { translation, graphicsTranslation }: workrequests.WorkRequest,
  visible: readonly translations.Translation[],
) {
  const ids = { dialogue: translation._id, graphics: graphicsTranslation._id }
  return scripts.SCRIPT_PARTS.flatMap((name) => {
    const found = visible.find(({ _id }) => _id === ids[name])
    return found ? [{ name, translation: found }] : []
  })
}
