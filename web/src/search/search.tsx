import { useTranslation } from 'react-i18next'

export function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search')
  return <button type="button" onClick={onClose}>{t('title')}</button>
}
