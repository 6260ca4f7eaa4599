import { randomBytes } from 'node:crypto'
import { hashPassword } from '../auth/password.ts'
import { type PlantedUser, plant, plantLocation, plantUser, secret } from '../cli/plant.ts'
import { systemCaller } from '../definition/caller.ts'
import type { Book, Door } from '../definition/door.ts'
import type { Row, Settable } from '../definition/resource.ts'
import { newId } from '../lib/id.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { contact } from '../resources/contact/contact.ts'
import { developercompany } from '../resources/developercompany/developercompany.ts'
import { location } from '../resources/location/location.ts'
import { product_accountvault } from '../resources/product_accountvault/product_accountvault.ts'
import { product_file } from '../resources/product_file/product_file.ts'
import { product_recurring } from '../resources/product_recurring/product_recurring.ts'
import { neverOn } from '../resources/producttransaction/producttransaction.rules.ts'
import { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import { terminal } from '../resources/terminal/terminal.ts'
import { APPLICATION, seededProducts } from './seed-data.ts'

export type SeededUser = PlantedUser

export interface SeededMerchant {
  name: string
  location_id: string
  child_location_id: string
  user: SeededUser
  clerk: SeededUser
  cc_product_transaction_id: string
  ach_product_transaction_id: string
  child_cc_product_transaction_id: string
  child_ach_product_transaction_id: string
  contact_id: string
  terminal_id: string
  terminal_id_without_signature: string
  location_api_key: string
  ticket_hash_key: string
}

export interface SeedParts {
  door: Door
  cipher: Cipher
  clock: Clock
}

/** A business invented for the sandbox. */
export interface SeedMerchant {
  name: string
  domain: string
  city: string
  state: string
  zip: string
  street: string
  color: string
}

/** One merchant with everything a developer needs to begin: two locations, four products, two users, a payer, two devices. */
export async function seedMerchant(parts: SeedParts, merchant: SeedMerchant): Promise<SeededMerchant> {
  const root_id = newId(parts.clock.now())
  const passwords = { user: secret(), clerk: secret() }
  const marks = { user: await hashPassword(passwords.user), clerk: await hashPassword(passwords.clerk) }
  return parts.door.open({ caller: systemCaller(root_id, 'seed') }, async book => {
    const domain = await plant(book, branding_domain, {
      url: merchant.domain,
      title: merchant.name,
      company_name: merchant.name,
      support_email: `help@${merchant.domain}`,
      button_primary_color: merchant.color,
      nav_color: merchant.color,
    })
    const company = await plant(book, developercompany, {
      title: 'Sandbox Developers',
      description: 'Invented for the sandbox',
    })
    const place = (over: Settable<typeof location>) => plantLocation(book, domain, { ...address(merchant), ...over })
    const root = await place({
      id: root_id,
      parent_id: null,
      name: merchant.name,
      email_reply_to: `billing@${merchant.domain}`,
      developer_company_id: company.id,
    })
    const child = await place({
      parent_id: root.id,
      name: `${merchant.name} ${merchant.city}`,
      email_reply_to: `billing@${merchant.domain}`,
    })
    const products = await seedProducts(book, root, child)
    for (const at of [root, child]) await seedServices(book, at)
    const payer = await seedPayer(book, root, merchant)
    const device = (title: string, signs: boolean) => seedTerminal(book, root, products.cc, title, signs)
    const person = (at: Row<typeof location>, kind: 'user' | 'clerk', type: 250 | 400) =>
      plantUser(parts, book, at, domain, {
        username: kind,
        email: `${kind}@${merchant.domain}`,
        user_type_id: type,
        password: passwords[kind],
        password_mark: marks[kind],
      })

    return {
      name: merchant.name,
      location_id: root.id,
      child_location_id: child.id,
      user: await person(root, 'user', 250),
      clerk: await person(child, 'clerk', 400),
      cc_product_transaction_id: products.cc.id,
      ach_product_transaction_id: products.ach.id,
      child_cc_product_transaction_id: products.child_cc.id,
      child_ach_product_transaction_id: products.child_ach.id,
      contact_id: payer.id,
      terminal_id: (await device('Front counter', true)).id,
      terminal_id_without_signature: (await device('Back office', false)).id,
      location_api_key: root.location_api_key,
      ticket_hash_key: root.ticket_hash_key,
    }
  })
}

/** Somebody who pays, reachable by mail and phone. */
function seedPayer(book: Book, root: Row<typeof location>, merchant: SeedMerchant) {
  return plant(book, contact, {
    location_id: root.id,
    first_name: 'Pat',
    last_name: 'Example',
    company_name: 'Example Household',
    email: `pat.example@${merchant.domain}`,
    cell_phone: '2025550143',
    email_trx_receipt: false,
    header_message_type: 0,
    city: merchant.city,
    state: merchant.state,
    zip: merchant.zip,
  })
}

/** The services a location can be read with. */
async function seedServices(book: Book, { id }: Row<typeof location>): Promise<void> {
  await plant(book, product_file, { location_id: id, title: 'Files' })
  await plant(book, product_accountvault, { location_id: id, title: 'Account vaults', billing_location_id: id })
  await plant(book, product_recurring, { location_id: id, title: 'Recurring billing', billing_location_id: id })
}

/** The root names a default card product only, so that an invoice without a bank product can be tried; the child has both defaults. */
async function seedProducts(book: Book, root: Row<typeof location>, child: Row<typeof location>) {
  const product = (at: Row<typeof location>, method: 'cc' | 'ach') =>
    plant(book, producttransaction, {
      ...seededProducts[method],
      ...neverOn(seededProducts[method]),
      location_id: at.id,
    })
  const products = {
    cc: await product(root, 'cc'),
    ach: await product(root, 'ach'),
    child_cc: await product(child, 'cc'),
    child_ach: await product(child, 'ach'),
  }
  await book.update(location, root, { default_cc: products.cc.id })
  await book.update(location, child, { default_cc: products.child_cc.id, default_ach: products.child_ach.id })
  return products
}

function seedTerminal(book: Book, at: Row<typeof location>, product: { id: string }, title: string, signs: boolean) {
  return plant(book, terminal, {
    location_id: at.id,
    terminal_manufacturer_id: 100,
    terminal_application_id: signs ? APPLICATION.signing : APPLICATION.plain,
    title,
    serial_number: randomBytes(6).toString('hex'),
    default_product_transaction_id: product.id,
    emv: true,
    debit: true,
    sig_capture_enable: signs,
    is_provisioned: true,
  })
}

function address(merchant: SeedMerchant): Settable<typeof location> {
  return {
    address1: merchant.street,
    city: merchant.city,
    state: merchant.state,
    zip_code: merchant.zip,
    office_phone: '2025550100',
  }
}
