import { useState } from 'react'
import { Button } from '@mantine/core'
import type { Endpoint } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** Downloads the response of a list endpoint as CSV. */
export function CsvButton<E extends Endpoint & { csv: true }>({
  endpoint,
  input,
}: {
  endpoint: E
  input: RequestInput<E>
}) {
  const { t } = useTranslation()
  const { call } = useService()
  const [isDownloading, setDownloading] = useState(false)
  const download = async () => {
    setDownloading(true)
    try {
      // The endpoint with `accept: text/csv`. Without a range it returns the whole list.
      const asTable: Endpoint = { ...endpoint, list: undefined, bytes: 'out' }
      const bytes = await (call as (endpoint: Endpoint, input: object) => Promise<Uint8Array>)(
        asTable,
        { query: { ...input.query, format: 'csv' } },
      )
      saveFile(bytes, `${endpoint.path.split('/').at(-1)}.csv`, 'text/csv')
    } catch (error) {
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    } finally {
      setDownloading(false)
    }
  }
  return (
    <Button variant="default" size="sm" loading={isDownloading} onClick={() => void download()}>
      {t('downloadCsv')}
    </Button>
  )
}
