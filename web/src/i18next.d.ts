// A key that no English file has is a type error; that German and Arabic have it too is a test (languages.test.ts).
import type account from './languages/en/account.json'
import type administration from './languages/en/administration.json'
import type asset from './languages/en/asset.json'
import type checks from './languages/en/checks.json'
import type common from './languages/en/common.json'
import type door from './languages/en/door.json'
import type downloads from './languages/en/downloads.json'
import type houses from './languages/en/houses.json'
import type keys from './languages/en/keys.json'
import type library from './languages/en/library.json'
import type logbook from './languages/en/logbook.json'
import type notifications from './languages/en/notifications.json'
import type order from './languages/en/order.json'
import type people from './languages/en/people.json'
import type player from './languages/en/player.json'
import type reports from './languages/en/reports.json'
import type request from './languages/en/request.json'
import type requests from './languages/en/requests.json'
import type review from './languages/en/review.json'
import type search from './languages/en/search.json'
import type stage from './languages/en/stage.json'
import type today from './languages/en/today.json'
import type trade from './languages/en/trade.json'
import type translate from './languages/en/translate.json'
import type uploads from './languages/en/uploads.json'
import type webhooks from './languages/en/webhooks.json'
import type workflows from './languages/en/workflows.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      administration: typeof administration
      asset: typeof asset
      checks: typeof checks
      common: typeof common
      door: typeof door
      downloads: typeof downloads
      houses: typeof houses
      keys: typeof keys
      library: typeof library
      logbook: typeof logbook
      notifications: typeof notifications
      order: typeof order
      people: typeof people
      player: typeof player
      reports: typeof reports
      request: typeof request
      requests: typeof requests
      review: typeof review
      search: typeof search
      stage: typeof stage
      today: typeof today
      trade: typeof trade
      translate: typeof translate
      uploads: typeof uploads
      webhooks: typeof webhooks
      workflows: typeof workflows
    }
  }
}
