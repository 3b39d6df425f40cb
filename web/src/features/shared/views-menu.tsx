import { Button, TextInput } from '@mantine/core'
import { views } from '@reelay/api/contract'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { textField } from '../../ui/fields/form-data.ts'
import { PopoverMenu } from '../../ui/layout/popover-menu.tsx'
import { useCurrentUser } from './current-user.ts'
import styles from './views-menu.module.css'

type Props = { list: views.ListView['list']; size?: 'sm' | 'md' }

/** Saved views of a list: the query of the page under a name. */
export function ViewsMenu({ list, size }: Props) {
  const { t } = useTranslation('trade')
  const router = useRouter()
  const { data } = useEndpointQuery(views.listViews, {
    query: { list },
    range: { first: 0, last: 199 },
  })
  const { searchStr, pathname } = router.state.location
  const currentQuery = searchStr.replace(/^\?/, '')
  const current = data?.items.find(({ query }) => query === currentQuery)
  return (
    <PopoverMenu label={current?.name ?? t('views.title')} {...(size && { size })}>
      {(close) => (
        <>
          {data?.items.length === 0 && <p className={styles.hint}>{t('views.none')}</p>}
          <SavedViews
            saved={data?.items ?? []}
            current={current}
            pathname={pathname}
            onOpened={close}
          />
          <SaveView list={list} query={currentQuery} label={t('views.save')} onSaved={close} />
        </>
      )}
    </PopoverMenu>
  )
}

type SavedViewsProps = {
  saved: readonly views.ListView[]
  current?: views.ListView | undefined
  /** The page of the list. */
  pathname: string
  onOpened: () => void
}

export function SavedViews({ saved, current, pathname, onOpened }: SavedViewsProps) {
  const { t } = useTranslation('trade')
  const router = useRouter()
  return (
    <ul className={styles.list}>
      {saved.map((view) => (
        <li key={view._id}>
          <a
            href={`${pathname}?${view.query}`}
            aria-current={view === current ? 'true' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpened()
              router.history.push(`${pathname}?${view.query}`)
            }}
          >
            <bdi>{view.name}</bdi>
            {view.shared && <span className={styles.hint}>{t('views.shared')}</span>}
          </a>
          {view.own && <RemoveView view={view} />}
        </li>
      ))}
    </ul>
  )
}

function RemoveView({ view: { _id: id, name } }: { view: views.ListView }) {
  const { t } = useTranslation('trade')
  const { mutate, isPending } = useEndpointMutation(views.removeView)
  return (
    <button
      type="button"
      className={styles.remove}
      disabled={isPending}
      aria-label={t('views.remove', { name })}
      onClick={() => mutate({ params: { id } })}
    >
      ×
    </button>
  )
}

type SaveProps = { list: Props['list']; query: string; label: string; onSaved: () => void }

export function SaveView({ list, query, label, onSaved }: SaveProps) {
  const { t } = useTranslation('trade')
  const me = useCurrentUser()
  const { mutate, isPending } = useEndpointMutation(views.createView, { onSuccess: onSaved })
  const studio = me?.studios[0]
  if (!studio) return null
  const mayShare = me.roles.some((role) =>
    ['admin', 'studio', 'territory', 'vendor'].includes(role),
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const name = textField(form, 'name').trim()
        if (name)
          mutate({ body: { studio, list, name, query, shared: form.get('shared') === 'on' } })
      }}
    >
      <TextInput
        name="name"
        size="xs"
        label={label}
        placeholder={t('views.name')}
        maxLength={100}
        autoComplete="off"
        required
      />
      {mayShare && (
        <label>
          <input type="checkbox" name="shared" /> {t('views.share')}
        </label>
      )}
      <Button type="submit" size="xs" loading={isPending}>
        {t('views.saveButton')}
      </Button>
    </form>
  )
}
