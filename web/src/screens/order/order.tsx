import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Order() {
  const { t } = useTranslation('order')
  return <Page title={t('title')}>{null}</Page>
}
