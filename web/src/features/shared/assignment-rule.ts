import { useTranslation } from '../../i18n/i18n.ts'
import { languageName, regionName } from '../../ui/format/format.ts'

type Rule = Readonly<{
  territory?: string | null
  language?: string | null
  project?: string | null
}>

/** Example: "Automatic, by the rule for Germany" */
export function useAssignmentRuleText(): (rule: Rule) => string {
  const { t } = useTranslation('notifications')
  return ({ territory, language, project }) => {
    const order = [
      territory && regionName(territory),
      language && languageName(language),
      project && t('thisProject'),
    ]
      .filter(Boolean)
      .join(', ')
    return order ? t('byRule', { order }) : t('automatic.assignment-rule')
  }
}
