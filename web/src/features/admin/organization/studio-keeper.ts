import { studios } from '@reelay/api/contract'
import { useKeeper } from '../use-crud.ts'

const REGISTER = {
  create: studios.createStudio,
  change: studios.changeStudio,
  remove: studios.removeStudio,
}
const bodyOf = ({ name, slug, logo, settings }: studios.Studio) => ({ name, slug, logo, settings })

export const useStudioKeeper = (done: (studio?: studios.Studio) => void) =>
  useKeeper(REGISTER, {
    touches: ['/studios', '/groups', '/users'],
    bodyOf,
    nameOf: ({ name }) => name,
    done,
  })
