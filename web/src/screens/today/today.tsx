import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Today() {
  const { t } = useTranslation('today')
  return <Page title={t('title')}>{null}</Page>
}
