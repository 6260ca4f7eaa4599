import { choice, flag, id, integer, list, ref, stamp, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'
import { LOGO_ADDRESS } from '../../lib/logo-address.ts'
import { FONT_NAMES, LARGEST_RADIUS } from './page-theme.ts'

const colour = () => text(0, 7, 'S')

/** A colour that pages show, or nothing for the one that they have without it. */
const pageColour = (note?: string) =>
  text(0, 7, 'U', {
    format: { pattern: /^(?:#[0-9a-f]{6})?$/i, says: 'must be a colour such as #225588.' },
    example: '#225588',
    ...(note ? { note } : {}),
  })

const READ = 'Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).'

/**
 * The domain under which a merchant's pages and mails appear. It is created together with a location, shared by the
 * locations of a tree, and read as an expand and where that points to. How pages look is set on it (decision 0060).
 */
export const branding_domain = defineResource({
  name: 'branding_domain',
  plural: 'branding_domains',
  spec: '2.4, 2.15, 4.4',
  scope: 'tree',
  verbs: ['read', 'update'],
  cached: true,
  fields: {
    id: id(),
    url: text(1, 64, 'S', { always: true, note: 'Host name.' }),
    title: text(1, 64, 'S', { always: true }),
    logo: text(0, 64, 'U', { format: LOGO_ADDRESS }),
    company_name: text(0, 32, 'U'),
    support_email: text(0, 64, 'U'),
    allow_contact_signup: flag('S', { fallback: false, as: 'boolean' }),
    allow_contact_registration: flag('S', { fallback: false, as: 'boolean' }),
    allow_contact_login: flag('S', { fallback: false, as: 'boolean' }),
    registration_fields: list(64, 'S', { fallback: [] }),
    nav_color: colour(),
    nav_logo: text(0, 256, 'S'),
    fav_icon: text(0, 256, 'S'),
    button_primary_color: pageColour(READ),
    logo_background_color: colour(),
    icon_background_color: colour(),
    menu_text_background_color: colour(),
    menu_text_color: colour(),
    right_menu_background_color: colour(),
    right_menu_text_color: colour(),
    button_primary_text_color: pageColour('Black or white, whichever can be read, unless it is set.'),
    help_text: text(undefined, undefined, 'S'),
    email_reply_to: text(0, 64, 'S'),
    custom_javascript: text(0, 2048, 'S', {
      note: 'Returned as it is. The gateway never runs it, nor puts it on a page.',
    }),
    custom_theme: text(0, 48, 'S', { fallback: 'default' }),
    custom_css: text(0, 2048, 'S'),
    page_background_color: pageColour(READ),
    page_card_color: pageColour(READ),
    page_text_color: pageColour(),
    page_link_color: pageColour(),
    page_corner_radius: integer(2, 'U', { least: 0, most: LARGEST_RADIUS, note: 'In pixels; 12 unless it is set.' }),
    page_font: choice(FONT_NAMES, 'U', { note: 'One that computers and phones have: pages load none.' }),
    owned_ts: stamp('S', { reach: 'hidden', note: 'Since when it is known to be this merchant’s.' }),
    created_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  derived: {
    created: {
      of: row => stampText(row.created_ts),
      schema: { type: 'string', description: 'created_ts in words, UTC' },
    },
    modified: {
      of: row => stampText(row.modified_ts),
      schema: { type: 'string', description: 'modified_ts in words, UTC' },
    },
    aes_key: { of: () => null, schema: { type: 'null', description: 'Always null: domains hold no key.' } },
  },
  order: [
    ...['allow_contact_signup', 'allow_contact_registration', 'allow_contact_login', 'registration_fields', 'id'],
    ...[
      'url',
      'title',
      'logo',
      'company_name',
      'support_email',
      'created_user_id',
      'created',
      'modified_user_id',
      'modified',
    ],
    ...['nav_color', 'nav_logo', 'fav_icon', 'button_primary_color', 'logo_background_color', 'icon_background_color'],
    ...['menu_text_background_color', 'menu_text_color', 'right_menu_background_color', 'right_menu_text_color'],
    ...['button_primary_text_color', 'aes_key', 'help_text', 'email_reply_to', 'custom_javascript', 'custom_theme'],
    ...['custom_css', 'created_ts', 'page_background_color', 'page_card_color', 'page_text_color', 'page_link_color'],
    ...['page_corner_radius', 'page_font'],
  ],
  constraints: { branding_domain_url_key: 'url', branding_domain_owner_key: 'url' },
  about: [
    'Setting up',
    "The domain under which a merchant's pages and mails appear.",
    {
      title: 'What people call it.',
      logo: 'The address of the logo.',
      company_name: 'The company that payers read.',
      support_email: 'Where payers find help.',
      allow_contact_signup: 'Whether contacts may sign up.',
      allow_contact_registration: 'Whether contacts may register.',
      allow_contact_login: 'Whether contacts may sign in.',
      registration_fields: 'What contacts are asked when they register.',
      nav_logo: 'The address of the logo in the navigation.',
      fav_icon: 'The address of the icon of the pages.',
      help_text: 'The help that payers read.',
      email_reply_to: 'Where answers to mails go.',
      custom_theme: 'The theme of the pages.',
      custom_css: 'Styles of the pages.',
      page_background_color: 'The colour behind everything on pages of payers.',
      page_card_color: 'The colour of the form and of receipts on pages of payers.',
      page_text_color: 'The colour of the text on pages of payers.',
      page_link_color: 'The colour of links on pages of payers.',
      page_corner_radius: 'How round the corners of fields and buttons are; those of cards follow.',
      page_font: 'The letters of pages of payers.',
      nav_color: 'The colour of the navigation, such as #225588.',
      button_primary_color: 'The colour of buttons, such as #225588.',
      logo_background_color: 'The colour of the ground of the logo, such as #225588.',
      icon_background_color: 'The colour of the ground of icons, such as #225588.',
      menu_text_background_color: 'The colour of the ground of the menu, such as #225588.',
      menu_text_color: 'The colour of the text of the menu, such as #225588.',
      right_menu_background_color: 'The colour of the ground of the right menu, such as #225588.',
      right_menu_text_color: 'The colour of the text of the right menu, such as #225588.',
      button_primary_text_color: 'The colour of the text of buttons, such as #225588.',
    },
  ],
})

/** Returns Unix seconds as `yyyy-mm-dd hh:mm:ss` in UTC, which the contract requires of a few fields; null for none. */
function stampText(seconds: unknown): string | null {
  if (typeof seconds !== 'number') return null
  const text = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' })
  return text.replace('T', ' ').replace('Z', '')
}
