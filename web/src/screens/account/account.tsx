import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Account() {
  const { t } = useTranslation('account')
  return <Page title={t('title')}>{null}</Page>
}
