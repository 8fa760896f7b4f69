"""The part of JSON Schema that docs/openapi.json uses, and no more: an unknown word in a schema is an error, so that
nothing is believed to be checked that is not."""

WORDS = {"$ref", "type", "nullable", "description", "properties", "required", "additionalProperties", "items", "enum",
    "anyOf",
         "minimum", "maximum", "minItems", "maxItems"}
TYPES = {
    "string": lambda value: isinstance(value, str), "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "array": lambda value: isinstance(value, list), "object": lambda value: isinstance(value, dict),
}


class Invalid(Exception):
    pass


def resolve(api, thing):
    while "$ref" in thing:
        node = api
        for word in thing["$ref"].removeprefix("#/").split("/"):
            node = node[word]
        thing = node
    return thing


def validate(api, schema, value, at="$"):
    """Invalid, with the place, if the value does not fit."""
    schema = resolve(api, schema)
    if unknown := set(schema) - WORDS:
        raise Invalid(f"{at}: the schema says {unknown}")
    if value is None and schema.get("nullable"):
        return
    if "anyOf" in schema:
        for choice in schema["anyOf"]:
            try:
                return validate(api, choice, value, at)
            except Invalid:
                pass
        raise Invalid(f"{at}: {value!r} fits none of {schema['anyOf']}")
    if not TYPES[schema["type"]](value):
        raise Invalid(f"{at}: {value!r} is no {schema['type']}")
    if "enum" in schema and value not in schema["enum"]:
        raise Invalid(f"{at}: {value!r} is none of {schema['enum']}")
    if not schema.get("minimum", value) <= value <= schema.get("maximum",
        value) if schema["type"] == "integer" else False:
        raise Invalid(f"{at}: {value} is out of range")
    if schema["type"] == "array":
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            raise Invalid(f"{at}: {len(value)} items")
        for i, item in enumerate(value):
            validate(api, schema["items"], item, f"{at}[{i}]")
    if schema["type"] == "object":
        validate_object(api, schema, value, at)


def validate_object(api, schema, value, at):
    properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    if missing := set(schema.get("required", ())) - set(value):
        raise Invalid(f"{at}: without {sorted(missing)}")
    for key, item in value.items():
        if key in properties:
            validate(api, properties[key], item, f"{at}.{key}")
        elif more is False:
            raise Invalid(f"{at}: nobody speaks of {key}")
        elif more is not True:
            validate(api, more, item, f"{at}.{key}")
