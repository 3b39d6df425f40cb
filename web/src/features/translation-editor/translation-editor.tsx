import { useState } from 'react'
import { scripts, translations, workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useOfflineCopy } from '../../api/use-offline-copy.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { TranslationStatus } from '../shared/status.tsx'
import { isAccessLost } from '../../ui/feedback/access-lost.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { EditorLoader } from './editor-loader.tsx'
import { translationsInput } from './load-translation.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import styles from './translation-editor.module.css'

const route = getRouteApi('/app/workrequests/$id/translate')

/** The dialogue and graphics lists of a work request, as far as they are visible to the user. */
export function TranslationEditor() {
  const { id } = route.useParams()
  const { sheet } = route.useSearch()
  const { t } = useTranslation(['translation-editor', 'common'])
  const request = useOfflineCopy(
    ['translated request', id],
    useEndpointQuery(workrequests.getWorkRequest, { params: { id } }),
  )
  const visible = useOfflineCopy(
    ['translations', id],
    useEndpointQuery(translations.listTranslations, translationsInput(id)),
  )
  // The toolbar needs the loaded editor, but the heading is there from the first render.
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null)
  const error = request.error ?? visible.error
  const retry = () => {
    void request.refetch()
    void visible.refetch()
  }
  const lost = request.data && isAccessLost(error)
  const found = lost ? undefined : request.data
  const parts = found && visible.data ? findParts(found, visible.data.items) : []
  const part = parts.find(({ name }) => name === sheet) ?? parts[0]
  return (
    <div className={styles.workspace} data-workspace="fixed">
      <header className={styles.header}>
        <Heading request={found} translation={part?.translation} isFailed={Boolean(error)} />
        <div className={styles.toolbarSlot} ref={setToolbarSlot} />
      </header>
      {lost && (
        <div className={styles.message} role="alert">
          <EmptyState title={t('common:accessLost')}>
            <p>{t('common:accessLostHint')}</p>
          </EmptyState>
        </div>
      )}
      {error && !lost && (
        <div className={styles.message}>
          <ErrorAlert
            error={error}
            onRetry={retry}
            isRetrying={request.isFetching || visible.isFetching}
            isStale={Boolean(part)}
          />
        </div>
      )}
      {!error && !(request.data && visible.data) && (
        <div className={styles.message}>
          <PendingRows />
        </div>
      )}
      {found && visible.data && !part && (
        <EmptyState title={t('noneAssigned')}>
          <p>{t('noneAssignedAdvice')}</p>
        </EmptyState>
      )}
      {found && part && (
        <EditorLoader
          key={part.translation._id}
          request={found}
          translation={part.translation}
          part={part.name}
          parts={parts.map(({ name }) => name)}
          toolbarSlot={toolbarSlot}
        />
      )}
    </div>
  )
}

type HeadingProps = {
  request: workrequests.WorkRequest | undefined
  translation: translations.Translation | undefined
  isFailed: boolean
}

function Heading({ request, translation, isFailed }: HeadingProps) {
  const { id } = route.useParams()
  const { t } = useTranslation(['translation-editor', 'common'])
  const versionName = useVersionName()
  const title = request?.asset.name ?? t('title')
  return (
    <div className={styles.heading}>
      <PageTitle title={title} />
      <div className={styles.breadcrumb}>
        <Link to="/workrequests">{t('requests')}</Link> /{' '}
        <Link to="/workrequests/$id" params={{ id }}>
          {request ? versionName(request) : t('request')}
        </Link>
      </div>
      <div className={styles.titleRow}>
        <h1 className={styles.title} tabIndex={-1} dir="auto" title={title}>
          {request || isFailed ? (
            title
          ) : (
            <>
              <span className="visually-hidden">{t('common:loadingThis', { title })}</span>
              <span className={styles.placeholder} />
            </>
          )}
        </h1>
        {translation && <TranslationStatus status={translation.status} />}
      </div>
    </div>
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
