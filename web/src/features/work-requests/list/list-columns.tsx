import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAssetTypes, useGroups } from '../../shared/lookups.ts'
import { Poster } from '../../shared/poster.tsx'
import { useVersionName } from '../../shared/request-columns.tsx'
import { Risk } from '../../shared/risk.tsx'
import { RequestStatus } from '../../shared/status.tsx'
import { formatDate, localTimeZone } from '../../../ui/format/time.ts'
import type { VirtualColumn } from '../../../ui/table/virtual-column.ts'
import { AssigneeCell, VendorCell } from './assignment-cells.tsx'
import type { ColumnKey } from './column-keys.ts'
import { CompactDue } from './compact-due.tsx'
import type { RequestWithRisk } from '../../shared/use-add-risks.ts'
import styles from './list.module.css'

type RequestColumn = VirtualColumn<RequestWithRisk>

export function useListColumns(keys: readonly ColumnKey[]): [RequestColumn, ...RequestColumn[]] {
  const { t, i18n } = useTranslation(['requests', 'trade'])
  const versionName = useVersionName()
  const types = useAssetTypes()
  const groups = useGroups()
  const isLoaded = types.isLoaded && groups.isLoaded
  // Rendering a row again is most of the cost of scrolling.
  return useMemo(() => {
    const columns: Record<ColumnKey, Omit<RequestColumn, 'key' | 'title'>> = {
      version: { width: 'minmax(110px, 1.5fr)', sort: 'language', cell: versionName },
      status: {
        width: '150px',
        sort: 'status',
        cell: ({ status }) => <RequestStatus status={status} />,
      },
      due: {
        width: '235px',
        sort: 'due',
        cell: ({ due, status }) => <CompactDue due={due} status={status} />,
      },
      vendor: {
        width: 'minmax(90px, 1fr)',
        sort: 'vendor',
        cell: (request) => <VendorCell request={request} nameOf={groups.nameOf} />,
      },
      assignee: {
        width: 'minmax(90px, 1fr)',
        sort: 'assignee',
        cell: (request) => <AssigneeCell request={request} />,
      },
      risk: {
        width: '112px',
        cell: ({ risk }) => risk && <Risk risk={risk.risk} reasons={risk.reasons} />,
      },
      project: { width: 'minmax(90px, 1fr)', sort: 'project', cell: ({ project }) => project.name },
      from: { width: 'minmax(90px, 1fr)', cell: ({ from }) => from.name },
      created: {
        width: '100px',
        sort: 'created',
        cell: ({ created }) => formatDate(localTimeZone(), created),
      },
    }
    const name: RequestColumn = {
      key: 'asset',
      title: t('trade:asset'),
      width: 'minmax(180px, 2.4fr)',
      sort: 'asset',
      cell: (request) => (
        <>
          <Poster asset={request.asset} className={styles.poster} />
          <Link
            to="/workrequests/$id"
            params={{ id: request._id }}
            className={styles.name}
            tabIndex={-1}
            dir="auto"
          >
            {request.asset.name}
          </Link>
          <span className={styles.project} dir="auto">
            {keys.includes('project')
              ? types.nameOf(request.assetType)
              : `${request.project.name} · ${types.nameOf(request.assetType)}`}
          </span>
        </>
      ),
    }
    return [name, ...keys.map((key) => ({ key, title: t(`column.${key}`), ...columns[key] }))]
  }, [keys.join(), isLoaded, i18n.language])
}
