"""What a browser is asked about a passkey, and its answers checked (WebAuthn, level 2)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_attestation_object,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AttestationFormat,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

_NAME: Final = "Talon"
_ALGORITHMS: Final = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
# No attestation is asked for: it does not matter here who has made a device. A browser sends none, or that of
# a device that has signed it itself.
_FORMATS: Final = frozenset({AttestationFormat.NONE, AttestationFormat.PACKED})
_PATIENCE: Final = 5 * 60 * 1000  # milliseconds that somebody may look for a key


class WrongAnswer(Exception):
    """An answer is not that of the passkey, to this question, at this site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the answer has to be about: the challenge, and the origin with the site that it belongs to."""

    challenge: bytes
    origin: str
    site: str


@dataclass(frozen=True, slots=True)
class NewKey:
    """The public half of a new passkey."""

    credential: str
    public_key: str
    sign_count: int


def creation_options(question: Question, handle: bytes, email: str, known: Sequence[str]) -> str:
    """Return what a browser needs to make a passkey, as JSON; one that is known is not made again."""
    options = webauthn.generate_registration_options(
        rp_id=question.site,
        rp_name=_NAME,
        user_id=handle,
        user_name=email,
        challenge=question.challenge,
        timeout=_PATIENCE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_described(known),
        supported_pub_key_algs=_ALGORITHMS,
    )
    return webauthn.options_to_json(options)


def request_options(question: Question, known: Sequence[str]) -> str:
    """Return what a browser needs to use one of the passkeys, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=question.site,
        challenge=question.challenge,
        timeout=_PATIENCE,
        allow_credentials=_described(known),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def _described(credentials: Sequence[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in credentials]


def new_key(answer: str, question: Question) -> NewKey:
    """Return the passkey that a browser has made. Raises WrongAnswer."""
    try:
        credential = parse_registration_credential_json(answer)
        _refuse_frames(credential.response.client_data_json)
        if parse_attestation_object(credential.response.attestation_object).fmt not in _FORMATS:
            raise WrongAnswer
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=question.challenge,
            expected_rp_id=question.site,
            expected_origin=question.origin,
            require_user_verification=True,
            supported_pub_key_algs=_ALGORITHMS,
        )
    except Exception as wrong:  # these are bytes of anybody: what cannot be read is no answer
        raise WrongAnswer from wrong
    return NewKey(
        bytes_to_base64url(made.credential_id),
        bytes_to_base64url(made.credential_public_key),
        made.sign_count,
    )


def named_credential(answer: str) -> str:
    """Return which passkey an answer says it is of. Raises WrongAnswer."""
    try:
        return parse_authentication_credential_json(answer).id
    except Exception as wrong:
        raise WrongAnswer from wrong


def proven_count(answer: str, question: Question, public_key: str) -> int:
    """Return how often the passkey was used, as its device says. Raises WrongAnswer.

    Whether that is more often than before, the caller looks at as it stores the number.
    """
    try:
        credential = parse_authentication_credential_json(answer)
        _refuse_frames(credential.response.client_data_json)
        proven = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=question.challenge,
            expected_rp_id=question.site,
            expected_origin=question.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception as wrong:
        raise WrongAnswer from wrong
    return proven.new_sign_count


def _refuse_frames(client_data: bytes) -> None:
    """Refuse what was asked for by a page inside a page of somebody else."""
    if parse_client_data_json(client_data).cross_origin:
        raise WrongAnswer


def digest_of(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()
