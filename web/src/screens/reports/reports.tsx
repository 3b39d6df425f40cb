import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Reports() {
  const { t } = useTranslation('reports')
  return <Page title={t('title')}>{null}</Page>
}
