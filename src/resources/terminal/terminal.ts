import { choice, date, flag, id, integer, json, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, fact, known, many, one } from '../../definition/resource.ts'
import { TERMINAL_TIMEOUTS } from './terminal-timeouts.ts'

const ALPHANUMERIC = { pattern: /^[0-9A-Za-z]*$/, says: 'must contain letters and digits only.' }
const LONGEST_LINE = 32

/** A payment terminal of a location. It captures signatures if its application can and `sig_capture_enable` is set. */
export const terminal = defineResource({
  name: 'terminal',
  plural: 'terminals',
  spec: '2.10, 2.13, 2.15',
  scope: 'location_id',
  api_id: 'terminal_api_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    terminal_manufacturer_id: integer(10, 'RP', {
      to: 'terminalmanufacturer',
      note: 'A terminal manufacturer; 100 is the virtual device.',
    }),
    terminal_application_id: ref('terminalapplication', 'RPU', { note: 'What the device can do.' }),
    title: text(1, 64, 'RPU'),
    serial_number: text(1, 24, 'RPU', { holds: 'identifier', format: ALPHANUMERIC }),
    default_product_transaction_id: ref('producttransaction', 'PU'),
    terminal_cvm_id: ref('terminalcvm', 'PU'),
    terminal_agent_id: ref('terminalagent', 'PU', {
      note: 'The agent through which it is reached; dialled directly without.',
    }),
    mac_address: text(0, 32, 'PU', { holds: 'identifier' }),
    local_ip_address: text(0, 45, 'PU'),
    port: integer(5, 'PU', { least: 0, most: 65535, fallback: 10009 }),
    terminal_number: text(15, 15, 'PU', { holds: 'identifier' }),
    terminal_api_id: text(0, 64, 'PU', { holds: 'identifier' }),
    debit: flag('PU', { fallback: false }),
    emv: flag('PU', { fallback: false }),
    cashback_enable: flag('PU', { fallback: false }),
    print_enable: flag('PU', { fallback: false }),
    sig_capture_enable: flag('PU', { fallback: false }),
    tip_enable: flag('PU', { fallback: false }),
    is_provisioned: flag('PU', { fallback: false }),
    validated_decryption: flag('PU', { fallback: false }),
    active: flag('PU', { fallback: true }),
    communication_type: choice(['http', 'tcp/ip', 'usb/serial'], 'PU'),
    header_line1: text(0, LONGEST_LINE, 'PU'),
    header_line2: text(0, LONGEST_LINE, 'PU'),
    header_line3: text(0, LONGEST_LINE, 'PU'),
    header_line4: text(0, LONGEST_LINE, 'PU'),
    header_line5: text(0, LONGEST_LINE, 'PU'),
    trailer_line1: text(0, LONGEST_LINE, 'PU'),
    trailer_line2: text(0, LONGEST_LINE, 'PU'),
    trailer_line3: text(0, LONGEST_LINE, 'PU'),
    trailer_line4: text(0, LONGEST_LINE, 'PU'),
    trailer_line5: text(0, LONGEST_LINE, 'PU'),
    default_checkin: date('PU'),
    default_checkout: date('PU'),
    default_room_rate: money('PU'),
    default_room_number: text(0, 12, 'PU'),
    terminal_timeouts: json(1024, 'PU', {
      fallback: TERMINAL_TIMEOUTS,
      note: 'Seconds the device waits at each step; steps left out keep their value.',
    }),
    tip_percents: json(256, 'PU', { note: 'percent_1, percent_2 and percent_3, each 0 to 99; all three or none.' }),
    last_registration_ts: stamp('S', {}),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: {
    terminal_agent: one('terminalagent', 'terminal_agent_id'),
    // An agent in the shop is what carries requests to it, where the gateway does not reach it by itself.
    terminal_routers: many('terminalagent', 'id', 'terminal_agent_id'),
    has_terminal_routers: fact(row => row.terminal_agent_id !== null),
    location: one('location', 'location_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    terminal_application: one('terminalapplication', 'terminal_application_id'),
    terminal_cvm: one('terminalcvm', 'terminal_cvm_id'),
    terminal_manufacturer: one('terminalmanufacturer', 'terminal_manufacturer_id'),
    default_product_transaction: one('producttransaction', 'default_product_transaction_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: { terminal_terminal_api_id_key: 'terminal_api_id' },
})
