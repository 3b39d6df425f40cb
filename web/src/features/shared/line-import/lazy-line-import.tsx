import { lazy, Suspense, type ComponentProps } from 'react'
import { loadNamespaces } from '../../../i18n/i18n.ts'
import { PendingRows } from '../../../ui/feedback/pending.tsx'

/** Needed rarely, so it is loaded when it opens. */
const LineImportForm = lazy(async () => {
  const [{ LineImportForm: form }] = await Promise.all([
    import('./line-import-form.tsx'),
    loadNamespaces('translation-editor'),
  ])
  return { default: form }
})

export const LazyLineImport = (props: ComponentProps<typeof LineImportForm>) => (
  <Suspense fallback={<PendingRows rows={3} />}>
    <LineImportForm {...props} />
  </Suspense>
)
