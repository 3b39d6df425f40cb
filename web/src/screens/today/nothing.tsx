import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { useVersionName } from '../../records/request-columns.tsx'
import { Empty } from '../../ui/empty.tsx'
import { distance } from '../../ui/time.ts'

/** A calm morning: what comes next, though somebody else is at it. */
export function Nothing({ next }: { next: workrequests.WorkRequest | undefined }) {
  const { t } = useTranslation('today')
  const versionName = useVersionName()
  return (
    <Empty title={t('nothing')} action={<Link to={next ? '/workrequests' : '/assets'}>{next ? t('requests') : t('library')}</Link>}>
      {next ? <>
        <p><Trans t={t} i18nKey="nothingNext" values={{ asset: next.asset.name, version: versionName(next), when: distance(next.due!.date) }}
          components={{ request: <Link to="/workrequests/$id" params={{ id: next._id }} /> }} /></p>
        <p>{t('nothingLesson')}</p>
      </> : <p>{t('nothingOpen')}</p>}
    </Empty>
  )
}
