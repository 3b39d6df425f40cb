import { useState } from 'react'
import { Button } from '@mantine/core'
import { territories } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { countryOptions, languageOptions } from '../shared/countries-and-languages.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { likelyLanguage, territoryOf } from './territory-draft.ts'

type Props = { onClose: () => void; onCreated: (territory: territories.Territory) => void }

/** Creates the territory of one country. Administration has the form with all fields. */
export function NewTerritory({ onClose, onCreated }: Props) {
  const { t } = useTranslation(['new-records', 'common'])
  const [country, setCountry] = useState<string | undefined>()
  const [chosen, setLanguage] = useState<string | undefined>()
  const language = chosen ?? (country && likelyLanguage(country))
  const create = useEndpointMutation(territories.createTerritory, {
    onSuccess: (territory) => {
      onClose()
      onCreated(territory)
    },
  })
  return (
    <FormDialog
      title={t('newTerritory')}
      onClose={onClose}
      onSubmit={() =>
        country && language && create.mutate({ body: territoryOf(country, language) })
      }
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!country || !language}>
            {t('createTerritory')}
          </Button>
        </>
      }
    >
      <Select
        label={t('country')}
        anyLabel={t('selectCountry')}
        value={country}
        options={countryOptions()}
        onChange={setCountry}
      />
      <Select
        label={t('language')}
        anyLabel={t('selectLanguage')}
        value={language}
        options={languageOptions()}
        onChange={setLanguage}
      />
    </FormDialog>
  )
}
