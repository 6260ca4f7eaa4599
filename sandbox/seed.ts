import { randomBytes } from 'node:crypto'
import { hashPassword } from '../src/auth/password.ts'
import {
  type BootstrappedUser,
  bootstrap,
  bootstrapLocation,
  bootstrapUser,
  secret,
} from '../src/cli/bootstrap-merchant.ts'
import { systemCaller } from '../src/definition/caller.ts'
import type { Row, Settable } from '../src/definition/resource.ts'
import type { Store, UnitOfWork } from '../src/definition/store.ts'
import { newId } from '../src/lib/id.ts'
import type { Cipher } from '../src/ports/cipher.ts'
import type { Clock } from '../src/ports/clock.ts'
import { branding_domain } from '../src/resources/branding_domain/branding_domain.ts'
import { contact } from '../src/resources/contact/contact.ts'
import { developercompany } from '../src/resources/developercompany/developercompany.ts'
import { location } from '../src/resources/location/location.ts'
import { newLocationKeys } from '../src/resources/location/location-keys.ts'
import { product_accountvault } from '../src/resources/product_accountvault/product_accountvault.ts'
import { product_file } from '../src/resources/product_file/product_file.ts'
import { product_recurring } from '../src/resources/product_recurring/product_recurring.ts'
import { firstAccount } from '../src/resources/producttransaction/processor-account.ts'
import { inapplicable } from '../src/resources/producttransaction/producttransaction.rules.ts'
import { producttransaction } from '../src/resources/producttransaction/producttransaction.ts'
import { terminal } from '../src/resources/terminal/terminal.ts'
import { APPLICATION, type SeedMerchant, seededProducts } from './seed-data.ts'

export type SeededUser = BootstrappedUser

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
  store: Store
  cipher: Cipher
  clock: Clock
}

/**
 * One merchant with everything a developer needs to begin: two locations, four products, two users, a payer, two
 * devices.
 */
export async function seedMerchant(parts: SeedParts, merchant: SeedMerchant): Promise<SeededMerchant> {
  const root_id = newId(parts.clock.now())
  const passwords = { user: secret(), clerk: secret() }
  const [user, clerk] = await Promise.all([hashPassword(passwords.user), hashPassword(passwords.clerk)])
  const marks = { user, clerk }
  return parts.store.transaction({ caller: systemCaller(root_id, 'seed') }, async work => {
    const domain = await bootstrap(work, branding_domain, {
      url: merchant.domain,
      owned_ts: parts.clock.seconds(),
      title: merchant.name,
      company_name: merchant.name,
      support_email: `help@${merchant.domain}`,
      button_primary_color: merchant.color,
      nav_color: merchant.color,
    })
    const company = await bootstrap(work, developercompany, {
      title: 'Sandbox Developers',
      description: 'Invented for the sandbox',
    })
    const keys = newLocationKeys()
    const place = (over: Settable<typeof location>, its = newLocationKeys()) =>
      bootstrapLocation(parts, work, domain, { ...address(merchant), ...over, keys: its })
    const root = await place(
      {
        id: root_id,
        parent_id: null,
        name: merchant.name,
        email_reply_to: `billing@${merchant.domain}`,
        developer_company_id: company.id,
      },
      keys,
    )
    const child = await place({
      parent_id: root.id,
      name: `${merchant.name} ${merchant.city}`,
      email_reply_to: `billing@${merchant.domain}`,
    })
    const products = await seedProducts(work, parts.clock.now(), root, child)
    for (const at of [root, child]) await seedServices(work, at)
    const payer = await seedPayer(work, root, merchant)
    const device = (title: string, signs: boolean) => seedTerminal(work, root, products.cc, title, signs)
    const person = (at: Row<typeof location>, kind: 'user' | 'clerk', type: 250 | 400) =>
      bootstrapUser(parts, work, at, domain, {
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
      ...keys,
    }
  })
}

/** A payer, reachable by mail and phone. */
function seedPayer(work: UnitOfWork, root: Row<typeof location>, merchant: SeedMerchant) {
  return bootstrap(work, contact, {
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
async function seedServices(work: UnitOfWork, { id }: Row<typeof location>): Promise<void> {
  await bootstrap(work, product_file, { location_id: id, title: 'Files' })
  await bootstrap(work, product_accountvault, { location_id: id, title: 'Account vaults', billing_location_id: id })
  await bootstrap(work, product_recurring, { location_id: id, title: 'Recurring billing', billing_location_id: id })
}

/**
 * The root names a default card product only, so that an invoice without a bank product can be tried; the child has
 * both defaults.
 */
async function seedProducts(work: UnitOfWork, ms: number, root: Row<typeof location>, child: Row<typeof location>) {
  const product = (at: Row<typeof location>, method: 'cc' | 'ach') =>
    bootstrap(work, producttransaction, {
      ...firstAccount(ms),
      ...seededProducts[method],
      ...inapplicable(seededProducts[method]),
      location_id: at.id,
    })
  const products = {
    cc: await product(root, 'cc'),
    ach: await product(root, 'ach'),
    child_cc: await product(child, 'cc'),
    child_ach: await product(child, 'ach'),
  }
  await work.update(location, root, { default_cc: products.cc.id })
  await work.update(location, child, { default_cc: products.child_cc.id, default_ach: products.child_ach.id })
  return products
}

function seedTerminal(
  work: UnitOfWork,
  at: Row<typeof location>,
  product: { id: string },
  title: string,
  signs: boolean,
) {
  return bootstrap(work, terminal, {
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
