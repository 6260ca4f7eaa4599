import assert from 'node:assert/strict'
import test from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newSigningSecret, webhookSignature } from './webhook-signature.ts'

test('the signature is the one of the published example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = webhookSignature([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test":2432232314}')
  assert.equal(signature, 'v1,Vif40peJBP7Iyl0XGmu61n4MwdrcHov5CFREBpE0svs=')
})

test('the reference library accepts what either of two secrets signed, and nothing else', () => {
  const [now, old, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()] as const
  assert.match(now, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const seconds = Math.floor(Date.now() / 1000)
  const body = '{"type":"CREATE","data":"{}"}'
  const headers = {
    'webhook-id': '0123456789abcdef01234567',
    'webhook-timestamp': String(seconds),
    'webhook-signature': webhookSignature([now, old], '0123456789abcdef01234567', seconds, body),
  }
  assert.deepEqual(new Webhook(now).verify(body, headers), JSON.parse(body))
  assert.deepEqual(new Webhook(old).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(other).verify(body, headers))
  assert.throws(() => new Webhook(now).verify(`${body} `, headers))
})
