// An event as a message for a channel of Slack or Teams.
import type { Event } from '../../events/contract.ts'
import { titleOf } from '../../notifications/rules/present.ts'
import type { WebhookFormat } from '../contract.ts'

/** `link` opens the record in the web app. */
type ChannelMessage = { title: string; fields: [name: string, value: string][]; link: string }

/** The body of a delivery. `event` is null for a ping. */
export function messageOf(
  format: Exclude<WebhookFormat, 'reelay'>,
  event: Event | null,
  appUrl: string,
): object {
  const message = event ? describe(event, appUrl) : PING(appUrl)
  return format === 'slack' ? slackMessage(message) : teamsMessage(message)
}

const PING = (appUrl: string): ChannelMessage => ({
  title: 'Reelay can send messages to this channel',
  fields: [],
  link: appUrl,
})

function describe(
  { type, from, details, assets = [], projects = [], workRequest, urls }: Event,
  appUrl: string,
): ChannelMessage {
  const fields: [string, string | undefined][] = [
    ['Film', assets.map(({ name }) => name).join(', ')],
    ['Project', projects.map(({ name }) => name).join(', ')],
    ['Language', workRequest && nameOf('language', workRequest.language)],
    ['Territory', workRequest && nameOf('region', workRequest.territory)],
    ['Status', workRequest?.status.replaceAll('-', ' ')],
  ]
  return {
    title: titleOf(type, from.name, details),
    fields: fields.flatMap(([name, value]) => (value ? [[name, oneLine(value)]] : [])),
    link: urls?.view ?? appUrl + pathOf(assets[0], projects[0]),
  }
}

type Named = { _id: string } | undefined
const pathOf = (asset: Named, project: Named): string =>
  asset ? `/assets/${asset._id}` : project ? `/projects/${project._id}` : ''

const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim()

const NAMES = {
  language: new Intl.DisplayNames('en', { type: 'language' }),
  region: new Intl.DisplayNames('en', { type: 'region' }),
}

/** The English name; a territory such as LAT has only its code. */
function nameOf(kind: keyof typeof NAMES, code: string): string {
  try {
    return NAMES[kind].of(code) ?? code
  } catch {
    return code
  }
}

/** Notifications show only `text`. */
const slackMessage = ({ title, fields, link }: ChannelMessage) => ({
  text: escapeSlack([title, ...fields.map(([, value]) => value)].join(' · ')),
  blocks: [
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: [
          `*<${escapeSlack(link)}|${escapeSlack(title)}>*`,
          ...fields.map(([name, value]) => `${name}: ${escapeSlack(value)}`),
        ].join('\n'),
      },
    },
  ],
})

/**
 * Slack needs three characters escaped. The others would start bold text, a user group or a link
 * label, so a zero-width space or a similar character takes their effect away.
 */
const escapeSlack = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '¦')
    .replace(/(^|\s|[([{])([*_~`@])/g, '$1\u200b$2')

/** An Adaptive Card, for the workflow "Post to a channel when a webhook request is received". */
const teamsMessage = ({ title, fields, link }: ChannelMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: escapeMarkdown(title), weight: 'Bolder', wrap: true },
          ...(fields.length
            ? [
                {
                  type: 'FactSet',
                  facts: fields.map(([name, value]) => ({
                    title: name,
                    value: escapeMarkdown(value),
                  })),
                },
              ]
            : []),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Reelay', url: link }],
      },
    },
  ],
})

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]()~#]/g, String.raw`\$&`)
